//! Where addresses are kept: a class per family, and the fields of a user that show them.

use std::collections::BTreeMap;

use parse_engine::Cx;
use parse_model::{Class, ClassName, Clp, Field, FieldName, FieldType};
use serde_json::json;
use wallet::Family;

/// The names that one family goes by. They are those of the old clients.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) family: Family,
    /// The entry of `authData`.
    pub(crate) provider: &'static str,
    /// The class with an object per address.
    pub(crate) class: &'static str,
    /// The field of a user with the address that stands for them.
    pub(crate) primary: &'static str,
    /// The field of a user with all of their addresses.
    pub(crate) list: &'static str,
}

/// What [`Kind::primary`] and [`Kind::list`] hold.
const PRIMARY: FieldType = FieldType::String;
const LIST: FieldType = FieldType::Array;

/// Every family's names.
pub(crate) static KINDS: &[Kind] = &[
    Kind {
        family: Family::Evm,
        provider: "moralisEth",
        class: "_EthAddress",
        primary: "ethAddress",
        list: "accounts",
    },
    Kind {
        family: Family::Solana,
        provider: "moralisSol",
        class: "_SolAddress",
        primary: "solAddress",
        list: "solAccounts",
    },
    Kind {
        family: Family::Polkadot,
        provider: "moralisDot",
        class: "_DotAddress",
        primary: "dotAddress",
        list: "dotAccounts",
    },
    Kind {
        family: Family::MultiversX,
        provider: "moralisErd",
        class: "_ErdAddress",
        primary: "erdAddress",
        list: "erdAccounts",
    },
];

impl Kind {
    /// The names of a family.
    pub(crate) fn of(family: Family) -> &'static Kind {
        match family {
            Family::Evm => &KINDS[0],
            Family::Solana => &KINDS[1],
            Family::Polkadot => &KINDS[2],
            Family::MultiversX => &KINDS[3],
        }
    }

    /// Whether a user shows the address that stands for them. Where the application had a field of
    /// that name and of another type before, it is the application's.
    pub(crate) fn shows_primary(&self, cx: &Cx) -> bool {
        is_ours(cx, self.primary, &PRIMARY)
    }

    /// Whether a user shows all of their addresses.
    pub(crate) fn shows_list(&self, cx: &Cx) -> bool {
        is_ours(cx, self.list, &LIST)
    }

    /// The class.
    pub(crate) fn class_name(&self) -> ClassName {
        ClassName::registered(self.class)
    }
}

/// The classes of addresses.
pub(crate) fn all() -> impl Iterator<Item = Class> {
    KINDS.iter().map(address_class)
}

/// What is added to `_User`.
pub(crate) fn user_fields() -> impl Iterator<Item = (FieldName, Field)> {
    let fields = |kind: &'static Kind| [(kind.primary, PRIMARY), (kind.list, LIST)];
    KINDS.iter().flat_map(fields).map(|(name, ty)| (FieldName::from_static(name), Field::of(ty)))
}

fn is_ours(cx: &Cx, field: &str, ty: &FieldType) -> bool {
    cx.class(&ClassName::user()).is_some_and(|user| user.field_type(field) == Some(ty))
}

/// Owners see their own, and take one away; everything else is the server's.
fn address_class(kind: &Kind) -> Class {
    let signed_in = json!({ "requiresAuthentication": true });
    let permissions = json!({
        "get": signed_in, "find": signed_in, "count": signed_in, "delete": signed_in,
        "create": {}, "update": {}, "addField": {},
        "protectedFields": { "*": ["accountKey"] },
    });
    let fields =
        [("user", FieldType::Pointer(ClassName::user())), ("accountKey", FieldType::String)];
    let fields = fields.map(|(name, ty)| (FieldName::from_static(name), Field::of(ty)));
    let clp = permissions.as_object().cloned().map(Clp::from_stored);
    Class { name: kind.class_name(), fields: BTreeMap::from(fields), clp, indexes: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_its_names() {
        for family in Family::ALL {
            assert_eq!(Kind::of(family).family, family);
        }
    }
}
