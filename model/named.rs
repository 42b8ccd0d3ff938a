//! Enums whose values have names.

/// Defines an enum from its variants and their names. Adds `ALL`, `NAMES`, `name` and `of_name`.
macro_rules! named {
    ($(#[$about:meta])* pub enum $Enum:ident { $($(#[$attribute:meta])* $Variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Enum { $($(#[$attribute])* $Variant,)* }

        impl $Enum {
            /// All values, in order.
            pub const ALL: [$Enum; $Enum::NAMES.len()] = [$($Enum::$Variant),*];
            /// The names of [`Self::ALL`], in the same order.
            pub const NAMES: [&'static str; [$($name),*].len()] = [$($name),*];

            /// The name in options, records and traces.
            pub const fn name(self) -> &'static str {
                $Enum::NAMES[self as usize]
            }

            /// The value of this name.
            pub fn of_name(name: &str) -> Option<$Enum> {
                $Enum::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use named;
