//! Enums whose variants are words in files.

/// Defines an enum from its variants and their words, which serde uses as well. Adds `ALL` and `word`.
macro_rules! words {
    ($(#[$about:meta])* pub enum $Enum:ident { $($(#[$attribute:meta])* $Variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $Enum { $($(#[$attribute])* #[serde(rename = $word)] $Variant,)* }

        impl $Enum {
            /// All values, in order.
            pub const ALL: [$Enum; [$($word),*].len()] = [$($Enum::$Variant),*];

            /// The word for the value in files.
            pub const fn word(self) -> &'static str {
                match self { $($Enum::$Variant => $word,)* }
            }
        }
    };
}

pub(crate) use words;
