//! Pictures as pixels: PNG and animated GIF, drawn from SVG.
//!
//! Letters come from a font inside the program (DejaVu Sans), so that a picture is the same on every machine. A character
//! that the font lacks is drawn as a box.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use gif::{DisposalMethod, Encoder, Repeat};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{FontResolver, ImageHrefResolver, Options, Tree};

/// Maximum number of pixels of a picture; a larger one is drawn smaller.
const MOST_PIXELS: f32 = 16_000_000.0;
/// Maximum length of a side in pixels.
const LONGEST: f32 = 16_000.0;
/// Maximum number of pictures that are read to choose the colours of an animation.
const SAMPLED: usize = 24;
/// The number of colours of an animation.
const COLOURS: usize = 256;
/// The number of colours of a card: two pixels are a byte.
const CARD_COLOURS: usize = 16;

/// The reason that there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawable(pub String);

impl std::fmt::Display for Undrawable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Undrawable {}

/// Draws SVG with the program's own font.
pub struct Rasterizer {
    options: Options<'static>,
}

impl std::fmt::Debug for Rasterizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rasterizer")
    }
}

impl Default for Rasterizer {
    fn default() -> Self {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        let options = Options {
            font_family: "DejaVu Sans".to_owned(),
            fontdb: Arc::new(fonts),
            font_resolver: FontResolver::default(),
            // No picture refers to another file.
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        };
        Rasterizer { options }
    }
}

impl Rasterizer {
    /// A picture as PNG on white, this many times as large as the SVG, or smaller if it has too many pixels.
    ///
    /// # Errors
    /// The text is not SVG, or its size is zero.
    pub fn png(&self, svg: &str, zoom: f32) -> Result<Vec<u8>, Undrawable> {
        self.pixels(svg, zoom)?.encode_png().map_err(|error| Undrawable(error.to_string()))
    }

    /// A picture in the middle of a white square of this side, which is even, as PNG of few colours.
    ///
    /// # Errors
    /// As for [`png`](Self::png).
    pub fn card(&self, svg: &str, side: u16) -> Result<Vec<u8>, Undrawable> {
        let wrong = |error: &dyn std::fmt::Display| Undrawable(error.to_string());
        let tree = Tree::from_str(svg, &self.options).map_err(|error| wrong(&error))?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let length = f32::from(side);
        let zoom = length / width.max(height);
        let place = Transform::from_scale(zoom, zoom)
            .post_translate((length - width * zoom) / 2.0, (length - height * zoom) / 2.0);
        let mut pixmap = Pixmap::new(side.into(), side.into())
            .ok_or_else(|| Undrawable("the picture has no size".to_owned()))?;
        pixmap.fill(Color::WHITE);
        resvg::render(&tree, place, &mut pixmap.as_mut());
        let mut found: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        rgb(&pixmap).for_each(|colour| *found.entry(colour).or_default() += 1);
        let mut palette = Palette::new(found, CARD_COLOURS);
        let canvas = Canvas::new(&pixmap, &mut palette);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side.into(), side.into());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette.bytes());
        let mut writer = encoder.write_header().map_err(|error| wrong(&error))?;
        let pairs = |row: &[u8]| -> Vec<u8> {
            row.chunks(2).map(|pair| pair.iter().fold(0_u8, |byte, number| (byte << 4) | *number)).collect()
        };
        writer
            .write_image_data(&canvas.rows().flat_map(pairs).collect::<Vec<u8>>())
            .map_err(|error| wrong(&error))?;
        writer.finish().map_err(|error| wrong(&error))?;
        Ok(bytes)
    }

    /// An animation: the pictures of `frame` by number, each with its time in hundredths of a second. All pictures have the
    /// size of the first one. It runs without end.
    ///
    /// # Errors
    /// As for [`png`](Self::png), or `frame` fails.
    pub fn gif(
        &self,
        times: &[u16],
        zoom: f32,
        frame: &mut dyn FnMut(usize) -> Result<String, Undrawable>,
    ) -> Result<Vec<u8>, Undrawable> {
        let wrong = |error: gif::EncodingError| Undrawable(error.to_string());
        let mut found: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        for number in sampled(times.len()) {
            for colour in rgb(&self.pixels(&frame(number)?, zoom)?) {
                *found.entry(colour).or_default() += 1;
            }
        }
        let mut palette = Palette::new(found, COLOURS);
        let mut canvas: Option<Canvas> = None;
        let mut encoder: Option<Encoder<Vec<u8>>> = None;
        for (number, time) in times.iter().enumerate() {
            let pixmap = self.pixels(&frame(number)?, zoom)?;
            let next = Canvas::new(&pixmap, &mut palette);
            let (side_x, side_y) = (next.side(next.width), next.side(next.height));
            let film = match &mut encoder {
                Some(film) => film,
                None => {
                    let mut film =
                        Encoder::new(Vec::new(), side_x, side_y, &palette.bytes()).map_err(wrong)?;
                    film.set_repeat(Repeat::Infinite).map_err(wrong)?;
                    encoder.insert(film)
                }
            };
            let part = match &canvas {
                Some(before) => next.changed(before),
                None => Part { left: 0, top: 0, width: next.width, height: next.height },
            };
            film.write_frame(&gif::Frame {
                delay: *time,
                dispose: DisposalMethod::Keep,
                left: next.side(part.left),
                top: next.side(part.top),
                width: next.side(part.width),
                height: next.side(part.height),
                buffer: Cow::Owned(next.part(&part)),
                ..gif::Frame::default()
            })
            .map_err(wrong)?;
            canvas = Some(next);
        }
        let film = encoder.ok_or_else(|| Undrawable("there is no picture".to_owned()))?;
        film.into_inner().map_err(|error| Undrawable(error.to_string()))
    }

    fn pixels(&self, svg: &str, zoom: f32) -> Result<Pixmap, Undrawable> {
        let tree = Tree::from_str(svg, &self.options).map_err(|error| Undrawable(error.to_string()))?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let most = (MOST_PIXELS / (width * height)).sqrt().min(LONGEST / width.max(height));
        let zoom = zoom.min(most);
        let side = |length: f32| (length * zoom).ceil().max(1.0) as u32;
        let mut pixmap = Pixmap::new(side(width), side(height))
            .ok_or_else(|| Undrawable("the picture has no size".to_owned()))?;
        pixmap.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

/// Some numbers below this one, evenly spaced, with the first and the last.
fn sampled(count: usize) -> Vec<usize> {
    let many = count.min(SAMPLED);
    let last = count.saturating_sub(1);
    let mut numbers: Vec<usize> = (0..many).map(|at| at * last / many.saturating_sub(1).max(1)).collect();
    numbers.dedup();
    numbers
}

/// The colours of a picture without transparent pixels.
fn rgb(pixmap: &Pixmap) -> impl Iterator<Item = [u8; 3]> + '_ {
    pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// The most frequent colours; all others are replaced by the nearest of them.
struct Palette {
    colours: Vec<[u8; 3]>,
    known: BTreeMap<[u8; 3], u8>,
}

impl Palette {
    fn new(found: BTreeMap<[u8; 3], u64>, most: usize) -> Self {
        let mut all: Vec<([u8; 3], u64)> = found.into_iter().collect();
        all.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        all.truncate(most);
        let colours: Vec<[u8; 3]> = all.into_iter().map(|(colour, _)| colour).collect();
        let known = (0..=u8::MAX).zip(&colours).map(|(number, colour)| (*colour, number)).collect();
        Palette { colours, known }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn number(&mut self, colour: [u8; 3]) -> u8 {
        if let Some(number) = self.known.get(&colour) {
            return *number;
        }
        let far = |other: &[u8; 3]| -> u32 {
            let channels = other.iter().zip(&colour);
            channels.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
        };
        let nearest = (0..=u8::MAX).zip(&self.colours).min_by_key(|(_, other)| far(other));
        let number = nearest.map_or(0, |(number, _)| number);
        self.known.insert(colour, number);
        number
    }
}

/// A picture by the numbers of its colours.
struct Canvas {
    width: usize,
    height: usize,
    numbers: Vec<u8>,
}

/// A rectangle of a picture.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Canvas {
    fn new(pixmap: &Pixmap, palette: &mut Palette) -> Self {
        let numbers = rgb(pixmap).map(|colour| palette.number(colour)).collect();
        Canvas { width: pixmap.width() as usize, height: pixmap.height() as usize, numbers }
    }

    fn side(&self, length: usize) -> u16 {
        u16::try_from(length).unwrap_or(u16::MAX)
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.numbers.chunks(self.width.max(1))
    }

    /// The smallest rectangle with all differences from another picture; a pixel if there are none.
    fn changed(&self, before: &Canvas) -> Part {
        let (mut left, mut right) = (self.width, 0);
        let (mut top, mut bottom) = (self.height, 0);
        for (y, (new, old)) in self.rows().zip(before.rows()).enumerate() {
            let differs = |(a, b): (&u8, &u8)| a != b;
            let Some(first) = new.iter().zip(old).position(differs) else { continue };
            let last = new.iter().zip(old).rposition(differs).unwrap_or(first);
            (left, right) = (left.min(first), right.max(last + 1));
            (top, bottom) = (top.min(y), y + 1);
        }
        match bottom {
            0 => Part { left: 0, top: 0, width: 1, height: 1 },
            _ => Part { left, top, width: right - left, height: bottom - top },
        }
    }

    fn part(&self, part: &Part) -> Vec<u8> {
        let rows = self.rows().skip(part.top).take(part.height);
        rows.flat_map(|row| row.iter().skip(part.left).take(part.width)).copied().collect()
    }
}
