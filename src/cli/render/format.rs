//! Formats of pictures.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PictureFormat {
    /// A drawing in lines; with --plan it moves.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move, with --plan.
    Gif,
    /// Characters.
    Text,
    /// A page to print.
    Html,
}

impl PictureFormat {
    /// The format that is asked for, or that of the ending of a file.
    ///
    /// # Errors
    /// The ending is that of another format.
    pub(in crate::cli) fn choose(stated: Option<Self>, file: Option<&str>) -> Result<Self, String> {
        if let Some(stated) = stated {
            return Ok(stated);
        }
        let Some(ending) = file.and_then(|file| Path::new(file).extension()) else {
            return Ok(PictureFormat::Svg);
        };
        let ending = ending.to_string_lossy().to_lowercase();
        Ok(match ending.as_str() {
            "svg" => PictureFormat::Svg,
            "png" => PictureFormat::Png,
            "gif" => PictureFormat::Gif,
            "txt" | "text" => PictureFormat::Text,
            "html" | "htm" => PictureFormat::Html,
            other => {
                return Err(format!(
                    "no format has the ending `.{other}`; the endings are svg, png, gif, txt and html, or choose with --format"
                ));
            }
        })
    }

    /// Whether it is no text.
    pub(in crate::cli) fn is_binary(self) -> bool {
        matches!(self, PictureFormat::Png | PictureFormat::Gif)
    }
}

impl fmt::Display for PictureFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PictureFormat::Svg => "SVG",
            PictureFormat::Png => "PNG",
            PictureFormat::Gif => "GIF",
            PictureFormat::Text => "text",
            PictureFormat::Html => "HTML",
        })
    }
}
