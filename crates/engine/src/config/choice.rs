//! Enums whose values are written in files, options and arguments.

/// Declares an enum and the text of each of its values: `TEXTS`, `text` and `from_text`.
///
/// ```
/// powergrab_engine::texts! {
///     /// Who pays.
///     pub enum Payer {
///         /// The winner.
///         Winner = "winner",
///         /// All others.
///         Others = "all-others",
///     }
/// }
///
/// assert_eq!(Payer::TEXTS, ["winner", "all-others"]);
/// assert_eq!(Payer::Others.text(), "all-others");
/// assert_eq!(Payer::from_text("winner"), Some(Payer::Winner));
/// assert_eq!(Payer::from_text("nobody"), None);
/// ```
#[macro_export]
macro_rules! texts {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Texts of all values.
            pub const TEXTS: &'static [&'static str] = &[$($text),+];

            /// Returns the text of the value.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// Returns the value with this text, if there is one.
            pub fn from_text(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)+ _ => None }
            }
        }
    };
}
