//! Where addresses are kept: a class per family, and the fields of a user that show them.

use std::collections::BTreeMap;

use parse_model::{Class, ClassName, Clp, Field, FieldName, FieldType, Json, JsonMap};
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

    /// The class.
    pub(crate) fn class_name(&self) -> ClassName {
        ClassName::known(self.class)
    }
}

/// The classes of addresses, and what is added to `_User`.
pub(crate) fn all() -> Vec<Class> {
    let mut classes: Vec<Class> = KINDS.iter().map(address_class).collect();
    classes.push(user());
    classes
}

fn user() -> Class {
    let fields = KINDS
        .iter()
        .flat_map(|kind| [(kind.primary, FieldType::String), (kind.list, FieldType::Array)]);
    with_fields("_User", fields, None)
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
    let Json::Object(permissions) = permissions else {
        return with_fields(kind.class, fields, None);
    };
    with_fields(kind.class, fields, Some(permissions))
}

fn with_fields(
    name: &'static str,
    fields: impl IntoIterator<Item = (&'static str, FieldType)>,
    permissions: Option<JsonMap>,
) -> Class {
    let fields: BTreeMap<FieldName, Field> =
        fields.into_iter().map(|(name, ty)| (FieldName::known(name), Field::of(ty))).collect();
    let clp = permissions.map(Clp::from_stored);
    Class { name: ClassName::known(name), fields, clp, indexes: None }
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
