import { createHash } from 'node:crypto';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { type PictureContent, scrapbookPrints, serviceSlugs, type Website } from '#shared/website/website.ts';

/** A picture of the library whose id is as long and as random as a real one's. */
const imagined = (alt: string, index: number): PictureContent => {
  const digest = createHash('sha256').update(`${index}`).digest();
  const isTall = index % 3 === 0;
  return {
    id: BigInt(`0x${digest.toString('hex')}`)
      .toString(36)
      .slice(0, 20),
    width: isTall ? 2_667 : 4_000,
    height: isTall ? 4_000 : 2_667,
    color: `#${digest.toString('hex', 0, 3)}`,
    alt,
    focus: [(digest[3]! % 21) * 5, (digest[4]! % 21) * 5],
  };
};

const scenes = [
  'Bride and groom on the steps of the courthouse, laughing at the rain',
  'A father lifts his daughter above the fountain in Hermann Park',
  'Hands of three generations around a birthday cake',
  'A cellist in a dark coat, looking past the camera',
  'Two brothers asleep on the back seat, still in their suits',
  'First dance under paper lanterns in a garden in the Heights',
  'A founder at her workbench with leather samples',
  'Grandmother fastening the last button of the dress',
  'A toddler with frosting up to the elbows',
  'The whole family running towards the camera on the beach',
  'A mother to be, resting her hand on the window frame',
  'Guests throwing petals along the church path',
];

const words = [
  'We had never been photographed without stiff smiles before. An hour in the park, and our children forgot that anybody was there. We have five of the pictures on the wall now.',
  'Calm, kind, early. She knew where the light would be at seven, and she was right about it.',
  'My headshot had been from 2014. Three colleagues have asked me who took the new one, and two of them have booked since.',
  'It poured. Instead of calling it off we stood under the bridge on Sabine Street, and these are the best photographs of us that exist.',
  'The private gallery made it easy to choose with my mother, who lives in Monterrey. We picked our favorites in one evening on the phone.',
  'Our son would not look at the camera, so she took pictures of what he looked at instead. They are perfect.',
  'Everything arrived when it was promised, and the price was the price.',
  'She photographed our conference for two days and nobody noticed her, yet every speaker is there, sharp and awake.',
  'I bring my restaurant’s new menu to her each season. The dishes look the way they taste, which is all I ask.',
  'We asked for an album for our parents’ golden wedding and got help with the order of the pictures, the cover, and a spelling mistake of ours.',
  'I was nervous about maternity pictures. We talked about music for the first twenty minutes, then it was easy.',
  'The twins destroyed the cake in four minutes. There are ninety seconds of silence and then chaos, and she has both.',
  'Honest advice about what to wear, and no retouching that I would have to explain to anyone.',
  'Grandpa died in March. The portraits from January are what we look at, and what we gave to everybody.',
  'As a realtor I need pictures by Friday, every Friday. I have had them by Friday for two years.',
  'She stayed an hour longer than agreed because the band was late, and did not mention it until I did.',
  'Our team page looks like one team now, although eleven people were photographed in three cities.',
  'The dog is in the family picture, and the dog looks good. That alone was worth it.',
  'We found her by the photographs at a friend’s house. Now a friend has found her by ours.',
  'Quick answers, clear contract, gentle with my shy daughter during her quinceañera.',
  'No pose felt like a pose. My husband, who hates cameras, asked when we go again.',
  'Small studio, large windows, good coffee. The minis took fifteen minutes and gave us our holiday card.',
  'I ordered prints as well: heavy paper, colors exactly as on the screen, packed as if they were glass.',
  'From the first message to the last file, I always knew what would happen next. I have recommended her to my whole office.',
];

const people = [
  'Rosa and Ben',
  'Priya N.',
  'Thomas Whitfield',
  'The Okafor family',
  'Lucía Ramos',
  'Hannah K.',
  'Marcus T.',
  'Dr. Ellen Voss',
  'Café Lumen',
  'Joan and Peter',
  'Aisha',
  'The Bakers',
  'S. Lindqvist',
  'Maribel Ortiz',
  'Greg Tan, Bayou Realty',
  'Nadia & Sam',
  'Harbor Analytics',
  'Keiko',
  'Dana Pruitt',
  'Familia Cárdenas',
  'Olivia M.',
  'The Hendersons',
  'Yusuf A.',
  'Carmen Dalton',
];

const questions = [
  [
    'How long before the date should we book?',
    'Three months are plenty for most dates. For Saturdays in April, May and October, six to eight months are better; ask anyway, because plans change and dates come free.',
  ],
  [
    'Do you travel outside Houston?',
    'Yes. Within forty miles nothing is added. Further away, we agree on travel and a night’s stay before you decide.',
  ],
  [
    'What if it rains?',
    'Then we use rain. For family sessions we can also move to another day within four weeks, without a fee.',
  ],
  ['Can we bring our dog?', 'Please do, with somebody who can take the dog for a walk after the first half hour.'],
  [
    'How many pictures do we get?',
    'As many as are good: usually sixty to eighty an hour for events and about thirty for a family session, each of them edited.',
  ],
] as const;

const texts = [
  'A wedding is long, and most of what matters takes place between the items of the schedule. I am there from the last hour of getting ready until the first guests leave, with two cameras and without flash wherever that is possible.',
  'We meet once before, at the place itself if you like, and walk through the day. After that you need not think about photographs again: no lists to check, nobody who calls you away from your guests for half an hour.',
  'About six hundred edited pictures are yours in a private gallery within five weeks, a first dozen on the next morning. You choose the ones for the album there, together or apart.',
];

/**
 * The website of a studio that has filled everything, in ordinary lengths: pictures of its own in each place, 24
 * testimonials, the page about itself, and a page for each service with twelve pictures and six questions.
 * @param own the picture of a place, by its description and its number among all places; without it, pictures that are
 * not stored
 */
export function filledWebsite(own = imagined): Website {
  let count = 0;
  const picture = () => {
    const index = count++;
    return own(scenes[index % scenes.length]!, index);
  };
  return {
    ...defaultWebsite,
    studio: {
      ...defaultWebsite.studio,
      hours: 'Tuesday to Saturday, 10 am to 6 pm\nSunday and Monday by appointment',
      instagram: 'https://www.instagram.com/example.photography',
      facebook: 'https://www.facebook.com/example.photography',
      google_reviews: 'https://g.page/r/CexamplePhotographyReviews/review',
    },
    home: { ...defaultWebsite.home, picture: picture(), scrapbook: Array.from({ length: scrapbookPrints }, picture) },
    services: defaultWebsite.services.map((card) => ({ ...card, picture: picture() })),
    contact: {
      ...defaultWebsite.contact,
      steps: [
        { title: 'We write back', text: 'Within a working day, with dates and an exact price.' },
        { title: 'We meet or talk', text: 'Twenty minutes, to hear what you have in mind.' },
        { title: 'We photograph', text: 'At the studio, at your place or wherever the light is good.' },
        { title: 'You choose', text: 'In your private gallery, at leisure and with whom you like.' },
      ],
    },
    about: {
      name: 'Elena Marsh',
      story: [...texts, ...texts.map((text) => text.toLowerCase())].join('\n\n'),
      picture: picture(),
    },
    testimonials: words.map((said, index) => ({
      name: people[index]!,
      words: said,
      source: index % 2 === 0 ? 'Google review' : '',
      source_link: index % 4 === 0 ? `https://g.page/r/CexamplePhotographyReviews/review/${index}` : '',
      service: serviceSlugs[index % serviceSlugs.length]!,
      picture: index % 2 === 0 ? picture() : null,
    })),
    service_pages: Object.fromEntries(
      serviceSlugs.map((slug) => [
        slug,
        {
          text: texts.join('\n\n'),
          from_cents: 1_450_00,
          pictures: Array.from({ length: 12 }, () => ({ picture: picture() })),
          questions: questions.map(([question, answer]) => ({ question, answer })),
        },
      ]),
    ),
    pictures: { ...defaultWebsite.pictures, studio: picture(), sign_in: picture() },
    search: Object.fromEntries(
      Object.entries(defaultWebsite.search).map(([page, entry]) => [page, { ...entry, picture: picture() }]),
    ) as Website['search'],
  };
}
