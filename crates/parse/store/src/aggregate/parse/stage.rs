//! From the JSON of stages to stages.

use parse_model::{Class, Date, Json, JsonMap, Refusal};

use super::{condition, expression, invalid};
use crate::aggregate::{Accumulator, Expression, Stage};

/// Reads all stages.
pub fn stages(class: &Class, given: &[(String, Json)], now: Date) -> Result<Vec<Stage>, Refusal> {
    let mut stages = Vec::with_capacity(given.len());
    for (name, value) in given {
        stages.extend(stage(class, name, value, now)?);
    }
    Ok(stages)
}

/// Reads one stage; `None` if it changes nothing.
fn stage(class: &Class, name: &str, value: &Json, now: Date) -> Result<Option<Stage>, Refusal> {
    Ok(match name {
        "$match" => Some(Stage::Match(condition::matching(class, value, now)?)),
        "$group" => Some(group(object(name, value)?)?),
        "$project" => Some(project(object(name, value)?)?),
        "$sort" => Some(sort(object(name, value)?)?),
        // Parse Server takes a limit of nought for none.
        "$limit" => Some(whole(name, value)?).filter(|most| *most > 0).map(Stage::Limit),
        "$skip" => Some(Stage::Skip(whole(name, value)?)),
        "$unwind" => Some(unwind(value)?),
        "$count" => {
            let alias = value.as_str().filter(|alias| !alias.is_empty());
            Some(Stage::Count(alias.ok_or_else(|| invalid("$count takes a name"))?.to_owned()))
        }
        "$sample" => {
            let size = value.get("size").ok_or_else(|| invalid("$sample takes a size"))?;
            Some(Stage::Sample(whole(name, size)?))
        }
        _ => return Err(invalid(format!("Invalid aggregate stage '{name}'."))),
    })
}

fn object<'a>(name: &str, value: &'a Json) -> Result<&'a JsonMap, Refusal> {
    let map = value.as_object().filter(|map| !map.is_empty());
    map.ok_or_else(|| invalid(format!("{name} takes an object with at least one key")))
}

fn whole(name: &str, value: &Json) -> Result<u64, Refusal> {
    let number = match value {
        Json::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    let number = number.filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number < 1e15);
    let number = number.ok_or_else(|| invalid(format!("{name} takes a whole number")))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, and between 0 and 1e15"
    )]
    Ok(number as u64)
}

fn group(map: &JsonMap) -> Result<Stage, Refusal> {
    let key = expression::key(map.get("_id").unwrap_or(&Json::Null))?;
    let mut accumulators = Vec::with_capacity(map.len());
    for (alias, json) in map.iter().filter(|(alias, _)| *alias != "_id") {
        accumulators.push((alias.clone(), accumulator(alias, json)?));
    }
    Ok(Stage::Group { key, accumulators })
}

fn accumulator(alias: &str, json: &Json) -> Result<Accumulator, Refusal> {
    let mut entries = json.as_object().into_iter().flatten();
    let (Some((operator, argument)), None) = (entries.next(), entries.next()) else {
        return Err(invalid(format!("{alias} of $group takes one operator such as $sum")));
    };
    let of = || expression::value(argument);
    Ok(match operator.as_str() {
        "$sum" => Accumulator::Sum(of()?),
        "$avg" => Accumulator::Average(of()?),
        "$min" => Accumulator::Least(of()?),
        "$max" => Accumulator::Greatest(of()?),
        "$first" => Accumulator::First(of()?),
        "$last" => Accumulator::Last(of()?),
        "$push" => Accumulator::Push(of()?),
        "$addToSet" => Accumulator::AddToSet(of()?),
        "$count" => Accumulator::Count,
        _ => return Err(invalid(format!("Invalid aggregate operator '{operator}'."))),
    })
}

/// What is only left out leaves everything else in; otherwise only what is named is in.
fn project(map: &JsonMap) -> Result<Stage, Refusal> {
    let is_flag = |json: &Json, flag: bool| match json {
        Json::Bool(given) => *given == flag,
        Json::Number(number) => (number.as_f64() != Some(0.0)) == flag,
        _ => false,
    };
    if map.values().all(|json| is_flag(json, false)) {
        return Ok(Stage::Exclude(
            map.keys().map(|key| expression::path(key)).collect::<Result<_, _>>()?,
        ));
    }
    let mut entries = Vec::with_capacity(map.len());
    for (key, json) in map.iter().filter(|(_, json)| !is_flag(json, false)) {
        let path = expression::path(key)?;
        let value = if is_flag(json, true) {
            Expression::At(path.clone())
        } else {
            expression::value(json)?
        };
        entries.push((path, value));
    }
    Ok(Stage::Project(entries))
}

fn sort(map: &JsonMap) -> Result<Stage, Refusal> {
    let mut keys = Vec::with_capacity(map.len());
    for (key, direction) in map {
        let direction = direction.as_f64().filter(|direction| *direction != 0.0);
        let direction =
            direction.ok_or_else(|| invalid(format!("$sort takes 1 or -1 for {key}")))?;
        keys.push((expression::path(key)?, direction < 0.0));
    }
    Ok(Stage::Sort(keys))
}

fn unwind(json: &Json) -> Result<Stage, Refusal> {
    let path = json.as_str().or_else(|| json.get("path")?.as_str());
    let path = path.ok_or_else(|| invalid("$unwind takes a field such as \"$tags\""))?;
    let index = json.get("includeArrayIndex").and_then(Json::as_str).map(str::to_owned);
    let keeps_empty = json.get("preserveNullAndEmptyArrays") == Some(&Json::Bool(true));
    Ok(Stage::Unwind { path: expression::reference(path)?, index, keeps_empty })
}
