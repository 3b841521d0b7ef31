//! What must hold for every filter and every object.

use super::*;

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Json::from),
        (-2..3_i32).prop_map(Json::from),
        prop::sample::select(vec!["", "a", "b", "2020-01-01"]).prop_map(Json::from),
        (0..2_i32).prop_map(|day| date(&format!("2020-01-0{}T00:00:00.000Z", day + 1))),
        prop::sample::select(vec!["x", "y"]).prop_map(|id| pointer("A", id)),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::hash_map("[ab]", inner, 0..3)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

fn value() -> impl Strategy<Value = Value> {
    json().prop_map(operand)
}

fn values() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(value(), 0..4)
}

fn constraint() -> impl Strategy<Value = Constraint> {
    let center = crate::GeoPoint { latitude: 0.0, longitude: 0.0 };
    prop_oneof![
        value().prop_map(Constraint::Equal),
        value().prop_map(Constraint::NotEqual),
        value().prop_map(Constraint::Less),
        value().prop_map(Constraint::LessOrEqual),
        value().prop_map(Constraint::Greater),
        value().prop_map(Constraint::GreaterOrEqual),
        values().prop_map(Constraint::In),
        values().prop_map(Constraint::NotIn),
        any::<bool>().prop_map(Constraint::Exists),
        values().prop_map(Constraint::ContainsAll),
        values().prop_map(Constraint::ContainedBy),
        "[ab^.]{1,2}".prop_map(|source| Constraint::Matches(pattern(&source))),
        "[ab^.]{1,2}".prop_map(|source| Constraint::ContainsAllMatching(vec![pattern(&source)])),
        Just(Constraint::Near { center, max_radians: None }),
        Just(Constraint::Covers(center)),
    ]
}

fn at() -> impl Strategy<Value = Path> {
    prop::sample::select(vec!["f", "f", "f.a", "f.0", "f.a.b", "missing"]).prop_map(path)
}

fn filter() -> impl Strategy<Value = Filter> {
    let leaf = (at(), constraint()).prop_map(|(at, constraint)| Filter::Field(at, constraint));
    leaf.prop_recursive(3, 12, 3, |inner| {
        let parts = prop::collection::vec(inner, 0..3);
        (parts, 0..3).prop_map(|(parts, kind)| match kind {
            0 => Filter::All(parts),
            1 => Filter::Any(parts),
            _ => Filter::Nor(parts),
        })
    })
}

fn matches(filter: &Filter, object: &Object) -> bool {
    Matcher::new(filter).unwrap().matches(object)
}

fn field(at: &Path, constraint: Constraint) -> Filter {
    Filter::Field(at.clone(), constraint)
}

proptest! {
    #[test]
    fn nor_of_one_is_its_negation(filter in filter(), stored in json()) {
        let object = with(stored);
        prop_assert_eq!(matches(&Filter::Nor(vec![filter.clone()]), &object), !matches(&filter, &object));
    }

    #[test]
    fn all_any_and_nor_are_and_or_and_not_or(
        parts in prop::collection::vec(filter(), 0..4), stored in json(),
    ) {
        let object = with(stored);
        let each: Vec<bool> = parts.iter().map(|part| matches(part, &object)).collect();
        prop_assert_eq!(matches(&Filter::All(parts.clone()), &object), each.iter().all(|is| *is));
        prop_assert_eq!(matches(&Filter::Any(parts.clone()), &object), each.iter().any(|is| *is));
        prop_assert_eq!(matches(&Filter::Nor(parts), &object), !each.iter().any(|is| *is));
    }

    #[test]
    fn negations_hold_exactly_where_the_positive_does_not(
        at in at(), value in value(), values in values(), stored in json(),
    ) {
        let object = with(stored);
        let holds = |constraint| matches(&field(&at, constraint), &object);
        prop_assert_eq!(holds(Constraint::NotEqual(value.clone())), !holds(Constraint::Equal(value)));
        prop_assert_eq!(holds(Constraint::NotIn(values.clone())), !holds(Constraint::In(values)));
        prop_assert_eq!(holds(Constraint::Exists(false)), !holds(Constraint::Exists(true)));
        prop_assert_eq!(
            holds(Constraint::Exists(false)),
            holds(Constraint::Equal(Value::Null)),
        );
    }

    #[test]
    fn a_list_of_values_is_any_of_their_equalities(at in at(), values in values(), stored in json()) {
        let object = with(stored);
        let each = values.iter().map(|value| field(&at, Constraint::Equal(value.clone()))).collect();
        prop_assert_eq!(
            matches(&field(&at, Constraint::In(values)), &object),
            matches(&Filter::Any(each), &object),
        );
    }

    #[test]
    fn an_absent_field_satisfies_what_holds_when_absent(constraint in constraint()) {
        let expected = holds_when_absent(&constraint);
        prop_assert_eq!(matches(&field(&path("missing"), constraint), &with(json!(1))), expected);
    }

    #[test]
    fn the_ends_of_a_range_divide_what_is_ordered(at in at(), value in value(), stored in json()) {
        let object = with(stored);
        let holds = |constraint: fn(Value) -> Constraint| {
            matches(&field(&at, constraint(value.clone())), &object)
        };
        let (less, more) = (holds(Constraint::Less), holds(Constraint::Greater));
        let (at_most, at_least) = (holds(Constraint::LessOrEqual), holds(Constraint::GreaterOrEqual));
        prop_assert!(!(less && more));
        prop_assert_eq!(at_most && at_least, (at_most || at_least) && !less && !more);
        prop_assert!((!less || at_most) && (!more || at_least));
        if at_most && at_least {
            prop_assert!(holds(Constraint::Equal));
        }
    }

    #[test]
    fn what_was_stored_is_found_again(stored in json()) {
        let object = with(stored.clone());
        prop_assert!(matches(&field(&path("f"), Constraint::Equal(operand(stored))), &object));
    }
}
