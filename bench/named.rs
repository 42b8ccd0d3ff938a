//! Enums whose values have names, like those of `coverlab_model`, but also read and written by serde.

/// Defines an enum from its variants and their names. Adds `ALL`, `name` and `of_name`.
macro_rules! named {
    ($(#[$about:meta])* pub enum $Enum:ident { $($(#[$attribute:meta])* $Variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $Enum { $($(#[$attribute])* #[serde(rename = $name)] $Variant,)* }

        impl $Enum {
            /// All values, in order.
            pub const ALL: [$Enum; [$($name),*].len()] = [$($Enum::$Variant),*];

            /// The name in files.
            pub const fn name(self) -> &'static str {
                match self { $($Enum::$Variant => $name,)* }
            }

            /// The value of this name.
            pub fn of_name(name: &str) -> Option<$Enum> {
                $Enum::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use named;
