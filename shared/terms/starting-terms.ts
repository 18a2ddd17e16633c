import type { Block } from './terms.ts';

/** Terms that are there from the beginning, in plain words. They are a starting point, and no lawyer has read them. */
export interface StartingTerms {
  id: string;
  name: string;
  terms: Block[];
}

const heading = (text: string): Block => ({ kind: 'heading', text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const list = (...items: string[]): Block => ({ kind: 'list', items });
const box = (text: string): Block => ({ kind: 'box', text });

const portraitSession: StartingTerms = {
  id: 'startingtermsportrait',
  name: 'Portrait session',
  terms: [
    heading('The session'),
    paragraph(
      '{{studio}} photographs {{client}} on {{session date}}, {{session time}}, at {{place}}. You booked: {{package}}.',
    ),
    list(
      'Please be there on time. If you come late, the session still ends at the time above.',
      'If the weather or an illness makes the session impossible, we choose a new date together at no cost.',
    ),
    heading('Payment'),
    paragraph('The total is {{total}}. You pay {{payments}}. The date is yours once the first payment is made.'),
    heading('Cancellation and moving the date'),
    paragraph('You can move the date once, free, until {{2 days before session}}, if we are free on the new one.'),
    paragraph(
      'If you cancel, we keep the first payment of {{first payment}}, because we keep the time free for you. If we cancel, we return all that you paid.',
    ),
    box('I have read the part on cancellation.'),
    heading('Your photos'),
    paragraph(
      'You get the edited photos in a private gallery. We choose and edit them in our own style. Unedited files are not part of this agreement.',
    ),
    paragraph(
      'You may print and share the photos for yourself and your family. Please don’t edit them or sell them. The copyright stays with {{studio}}.',
    ),
    paragraph(
      'We may show some of the photos on our website and in our portfolio, unless you write to {{studio email}} that you don’t want that.',
    ),
    box('I have read how my photos may be used and shown.'),
    heading('If something goes wrong'),
    paragraph(
      'We keep copies of your photos until you have received them. If photos are lost all the same, or we can’t hold the session, we return what you paid for them; we owe no more than that.',
    ),
  ],
};

const wedding: StartingTerms = {
  id: 'startingtermswedding',
  name: 'Wedding',
  terms: [
    heading('The day'),
    paragraph(
      '{{studio}} photographs {{offer}} on {{session date}}, {{session time}}, at {{place}}. You booked: {{package}}.',
    ),
    list(
      'We agree on a timetable with you before the day, and keep to it as well as the day allows.',
      'Please name one person who knows the families and helps to gather groups for photos.',
      'After each five hours we need a break and a meal, at a time when nothing important happens.',
    ),
    heading('Payment'),
    paragraph(
      '{{client}} pays {{total}} to {{studio}} as the plan says: {{payments}}. The date is ours together once the first payment is made.',
    ),
    heading('Cancellation and moving the date'),
    paragraph('You can move the date once, free, until {{30 days before session}}, if we are free on the new one.'),
    paragraph(
      'If you cancel before {{30 days before session}}, we keep the first payment of {{first payment}}. After that, the total is due.',
    ),
    paragraph(
      'If your photographer is ill, we send another one of the same experience, or return all that you paid, as you prefer.',
    ),
    box('I have read the part on cancellation.'),
    heading('Your photos and how we show them'),
    paragraph('You get the edited photos by {{60 days after session}}, in a private gallery.'),
    paragraph(
      'The photos of {{session date}} are yours to print and share. The copyright stays with {{studio}}. We may show some of them on our website, unless you tell us not to.',
    ),
    box('I have read how our photos may be shown.'),
    heading('If something goes wrong'),
    paragraph(
      'A wedding can’t be repeated, and no photographer can promise a certain picture. We bring a second camera and copy the photos on the same day. If photos are lost or can’t be taken through our fault, we return up to the total of {{total}}; we owe no more than that.',
    ),
    paragraph('This agreement is between {{studio}} and {{signers}}.'),
  ],
};

const minorsRelease: StartingTerms = {
  id: 'startingtermsrelease',
  name: 'Minor’s release',
  terms: [
    heading('Who agrees'),
    paragraph(
      'This release is for the photos that {{studio}} takes on {{session date}} of a child who is not of age. It is signed by {{signers}}.',
    ),
    box('I am a parent or the legal guardian of the child, and of age.'),
    heading('What we may do with the photos'),
    paragraph('You allow {{studio}} to use the photos of the child:'),
    list(
      'on our website and in our portfolio;',
      'on our pages in social networks;',
      'in printed samples that we show in the studio.',
    ),
    paragraph(
      'We never show the child’s name, school or address with a photo, and never give the photos to others for advertising.',
    ),
    box('I allow these uses of the photos.'),
    heading('If you change your mind'),
    paragraph(
      'Write to {{studio email}} at any time. We then remove the photos from our own pages within 14 days. What was printed before can stay in use.',
    ),
    paragraph('Nothing is paid for this release, and the session does not depend on it.'),
  ],
};

/** The terms that are there from the beginning. */
export const startingTerms: StartingTerms[] = [portraitSession, wedding, minorsRelease];
