use proptest::prelude::*;

use super::*;

const SECRET: &str = "+48.2082+016.3738";

/// EXIF with an orientation and the position of a camera.
fn notes() -> Vec<u8> {
    let mut exif = b"II\x2a\0\x08\0\0\0\x02\0".to_vec();
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    exif.extend(b"\x25\x88\x04\0\x01\0\0\0\x26\0\0\0");
    exif.extend(b"\0\0\0\0");
    exif.extend(SECRET.as_bytes());
    exif
}

fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker][..], &length, content].concat()
}

fn scan(pixels: &[u8]) -> Vec<u8> {
    [segment(0xda, &[1, 1, 0, 0, 63, 0]), pixels.to_vec()].concat()
}

/// A picture without anything that is not seen.
fn plain_jpeg() -> Vec<u8> {
    [
        b"\xff\xd8".to_vec(),
        segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
        segment(0xe2, b"ICC_PROFILE\0\x01\x01colours"),
        segment(0xee, b"Adobe\0\x64\0\0\0\0\0"),
        segment(0xdb, &[1; 65]),
        segment(0xc2, &[8, 0, 2, 0, 2, 1, 1, 0x11, 0]),
        segment(0xc4, &[0; 18]),
        scan(b"\x12\xff\x00\x34\xff\xd0\x56"),
        scan(b"\x78"),
        b"\xff\xd9".to_vec(),
    ]
    .concat()
}

fn telling_jpeg() -> Vec<u8> {
    let preview = [b"JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc", SECRET.as_bytes()].concat();
    let second =
        [b"\xff\xd8".to_vec(), segment(0xe1, &[b"Exif\0\0", &notes()[..]].concat())].concat();
    [
        b"\xff\xd8".to_vec(),
        segment(0xe0, &preview),
        segment(0xe0, &[b"JFXX\0\x10", SECRET.as_bytes()].concat()),
        segment(0xe1, &[b"Exif\0\0", &notes()[..]].concat()),
        segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", SECRET.as_bytes()].concat()),
        segment(0xe2, b"ICC_PROFILE\0\x01\x01colours"),
        segment(0xe2, &[b"MPF\0", SECRET.as_bytes()].concat()),
        segment(0xed, SECRET.as_bytes()),
        segment(0xee, &[b"Adobe\0\x64\0\0\0\0\0", SECRET.as_bytes()].concat()),
        segment(0xfe, SECRET.as_bytes()),
        segment(0xf7, SECRET.as_bytes()),
        segment(0xdb, &[1; 65]),
        segment(0xc2, &[8, 0, 2, 0, 2, 1, 1, 0x11, 0]),
        segment(0xc4, &[0; 18]),
        scan(b"\x12\xff\x00\x34\xff\xd0\x56"),
        segment(0xfe, SECRET.as_bytes()),
        scan(b"\x78"),
        b"\xff\xd9".to_vec(),
        second,
        b"ftypmp42".to_vec(),
        SECRET.as_bytes().to_vec(),
    ]
    .concat()
}

fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    // Checksums are not looked at.
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [&length[..], kind, content, b"\0\0\0\0"].concat()
}

fn png(more: &[Vec<u8>], behind: &[u8]) -> Vec<u8> {
    let mut png = [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &[0; 13])].concat();
    png.extend(more.concat());
    png.extend([chunk(b"IDAT", b"pixels"), chunk(b"IEND", b"")].concat());
    png.extend(behind);
    png
}

fn telling_png() -> Vec<u8> {
    let secret = SECRET.as_bytes();
    let kinds = [b"tEXt", b"zTXt", b"iTXt", b"tIME", b"spAL", b"prVt", b"hIST", b"caBX"];
    let more: Vec<Vec<u8>> = kinds.iter().map(|kind| chunk(kind, secret)).collect();
    png(&[vec![chunk(b"eXIf", &notes())], more].concat(), secret)
}

const FRAME: &[u8] = b"\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
const LOOP: &[u8] = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";

fn gif(blocks: &[&[u8]]) -> Vec<u8> {
    [&b"GIF89a\x01\0\x01\0\0\0\0"[..], &blocks.concat()].concat()
}

fn block(start: &[u8]) -> Vec<u8> {
    let length = u8::try_from(SECRET.len()).unwrap();
    [start, &[length], SECRET.as_bytes(), b"\0"].concat()
}

fn telling_gif() -> Vec<u8> {
    let loud_loop = block(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0");
    gif(&[
        &block(b"\x21\xfe"),
        LOOP,
        &block(b"\x21\xff\x0bXMP DataXMP"),
        &loud_loop,
        FRAME,
        &block(b"\x21\x01"),
        FRAME,
        b"\x3b",
        SECRET.as_bytes(),
    ])
}

fn riff(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    let pad = if content.len() % 2 == 1 { &b"\0"[..] } else { b"" };
    [&kind[..], &length, content, pad].concat()
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff(b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
}

fn telling_webp() -> Vec<u8> {
    let secret = SECRET.as_bytes();
    let frame = [vec![0; 16], riff(b"VP8L", b"pixels"), riff(b"UNKN", secret)].concat();
    let chunks = [
        riff(b"VP8X", &[0b0010_1110, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        riff(b"ICCP", b"colours"),
        riff(b"ANIM", &[0; 6]),
        riff(b"ANMF", &frame),
        riff(b"EXIF", &notes()),
        riff(b"XMP ", secret),
        riff(b"NOTE", secret),
    ];
    [webp(&chunks), secret.to_vec()].concat()
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

fn telling() -> [(Format, Vec<u8>); 4] {
    [
        (Format::Jpeg, telling_jpeg()),
        (Format::Png, telling_png()),
        (Format::Gif, telling_gif()),
        (Format::WebP, telling_webp()),
    ]
}

#[test]
fn nothing_that_is_not_seen_survives_in_any_format() {
    for (format, picture) in telling() {
        assert!(contains(&picture, SECRET.as_bytes()), "{format:?}");
        let rebuilt = format.rebuilt(&picture).unwrap();
        assert!(!contains(&rebuilt, SECRET.as_bytes()), "{format:?}");
        assert_eq!(format.rebuilt(&rebuilt).unwrap(), rebuilt, "{format:?}");
    }
}

#[test]
fn a_picture_that_tells_nothing_stays_as_it_is_to_the_byte() {
    let still = webp(&[riff(b"VP8 ", b"pixels!")]);
    let colours =
        png(&[chunk(b"gAMA", b"1234"), chunk(b"tRNS", b"x"), chunk(b"PLTE", b"abc")], b"");
    let animated = gif(&[LOOP, FRAME, FRAME, b"\x3b"]);
    for (format, picture) in [
        (Format::Jpeg, plain_jpeg()),
        (Format::Png, colours),
        (Format::Gif, animated),
        (Format::WebP, still),
    ] {
        assert_eq!(format.rebuilt(&picture).unwrap(), picture, "{format:?}");
    }
}

#[test]
fn which_way_is_up_is_the_one_note_that_stays() {
    for (format, picture) in telling() {
        if format == Format::Gif {
            continue;
        }
        let rebuilt = format.rebuilt(&picture).unwrap();
        assert!(contains(&rebuilt, &orientation::notes(6)), "{format:?}");
    }
}

#[test]
fn a_jpeg_keeps_all_its_scans_and_ends_where_the_image_does() {
    let rebuilt = jpeg::rebuilt(&telling_jpeg()).unwrap();
    assert!(rebuilt.ends_with(b"\x78\xff\xd9"));
    assert!(contains(&rebuilt, b"\x12\xff\x00\x34\xff\xd0\x56"));
    let mut cut = plain_jpeg();
    cut.truncate(cut.len() - 2);
    assert_eq!(jpeg::rebuilt(&cut).unwrap(), plain_jpeg(), "an end that is missing is put there");
}

#[test]
fn what_is_not_a_picture_of_the_format_is_told_apart() {
    for format in [Format::Jpeg, Format::Png, Format::Gif, Format::WebP] {
        assert_eq!(format.rebuilt(b"no picture at all, not even nearly"), None, "{format:?}");
        assert_eq!(format.rebuilt(b""), None, "{format:?}");
    }
}

#[test]
fn pictures_of_an_animation_are_counted_without_unpacking() {
    assert_eq!(Format::Gif.frames(&gif(&[FRAME, FRAME, FRAME, b"\x3b"])), 3);
    assert_eq!(Format::Gif.frames(b"GIF89a"), usize::MAX);
    assert_eq!(Format::WebP.frames(&telling_webp()), 2);
}

#[test]
fn entries_that_are_announced_and_not_there_take_no_time() {
    let mut exif = b"Exif\0\0II\x2a\0\x08\0\0\0\xff\xff".to_vec();
    exif.extend([0; 4]);
    let many = segment(0xe1, &exif).repeat(200_000);
    let picture = [b"\xff\xd8".to_vec(), many, scan(b"\x12"), b"\xff\xd9".to_vec()].concat();
    let began = std::time::Instant::now();
    assert!(jpeg::rebuilt(&picture).is_some());
    assert!(began.elapsed() < std::time::Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn a_webp_without_pixels_is_refused() {
    let only_unknown = b"RIFF\x10\0\0\0WEBPnone\x04\0\0\0abcd";
    assert_eq!(Format::WebP.rebuilt(only_unknown), None);
}

proptest! {
    #[test]
    fn whatever_is_sent_is_rebuilt_once_and_for_all_or_refused(
        which in 0..4_usize,
        noise in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let (format, mut picture) = telling()[which].clone();
        for (at, byte) in noise {
            let at = at.index(picture.len());
            picture[at] = byte;
        }
        picture.truncate(cut.index(picture.len() + 1));
        format.frames(&picture);
        if let Some(rebuilt) = format.rebuilt(&picture) {
            prop_assert_eq!(format.rebuilt(&rebuilt), Some(rebuilt.clone()));
        }
    }
}
