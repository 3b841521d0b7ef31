//! A picture whose metadata are left out. The first byte says of which format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_files::PictureFormat;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let Some((first, picture)) = input.split_first() else { return };
        let kinds = ["image/gif", "image/jpeg", "image/png", "image/webp"];
        let kind = kinds[usize::from(*first) % kinds.len()];
        let Some(format) = PictureFormat::of(kind) else { return };
        format.frames(picture);
        if let Some(rebuilt) = format.rebuilt(picture) {
            assert!(rebuilt.len() <= picture.len() + 64);
            assert_eq!(format.rebuilt(&rebuilt).as_ref(), Some(&rebuilt));
        }
    });
});
