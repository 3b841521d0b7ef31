// The texts of the picture.

export interface PictureWords {
  picture: string
  pen: string
  blur: string
  undo: string
  cancel: string
  use: string
  /** The button beside a picture that is used. */
  remove: string
  pictureNote: string
}

export const PICTURE_ENGLISH: PictureWords = {
  picture: 'Picture of this page',
  pen: 'Pen',
  blur: 'Blur',
  undo: 'Undo',
  cancel: 'Cancel',
  use: 'Use it',
  remove: 'Remove',
  pictureNote:
    'Fields are left out. Draw a box with Blur around what the team must not see: its pixels are replaced.',
}
