import { writeFile } from 'node:fs/promises';
import { cost, type Price, prices, pricesAsOf } from '#shared/cost/prices.ts';
import {
  deadLetterQueues,
  derivativeKilobytes,
  favoritesPerDay,
  fixedResources,
  loadsPerPhoto,
  pageRequestsPerView,
  pictures,
  routesOf,
  units,
} from '#shared/cost/units.ts';
import { variants } from '#shared/photos/media.ts';
import { behaviors } from '../blueprint/behaviors.ts';
import { firewallDollars, flatRatePlans, worthFrom } from '../cost/flat-rate.ts';
import { type Bill, bill } from '../cost/month.ts';
import { fullMonth, quietMonth, type StudioMonth, studioMonth } from '../cost/months.ts';
import { laterExport, type StorageChoice, storageChoices } from '../cost/storage-choices.ts';
import { archiveDays } from '../cost/usage.ts';
import { run } from './command-line.ts';

/** `npm run cost`: computes the cost of a month, and writes docs/cost.md. */

const file = 'docs/cost.md';
const money = (dollars: number) => `$${dollars.toFixed(2)}`;
const number = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });

const total = (month: StudioMonth) => money(bill(month, true).total);
const range = () => `$${Math.floor(bill(quietMonth, true).total)}–${Math.ceil(bill(fullMonth, true).total)}`;

/** Returns the rows of the table for other numbers: each column changes one number of the usual month. */
function slider(month: StudioMonth): string {
  const steps = [0.1, 0.5, 1, 2, 5];
  const rows = steps.map((step) => {
    const photos = month.photos * step;
    const originalsGb = month.originalsGb * step;
    const galleryViews = month.galleryViews * step;
    const downloads = month.downloads * step;
    return [
      number(photos),
      `${number(originalsGb)} GB`,
      total({ ...month, photos, originalsGb }),
      '',
      number(galleryViews),
      total({ ...month, galleryViews }),
      '',
      number(downloads),
      total({ ...month, downloads }),
    ];
  });
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the section about the cost of exports, and of other ways to store the originals. */
function exportSection(month: StudioMonth): string {
  const [without, exporting] = [bill(month, true), bill({ ...month, exports: 1 }, true)];
  const { free = 0, dollars }: Price = prices.edgeBytes;
  const beyond = (exporting.lines.find(({ price }) => price === 'edgeBytes')?.amount ?? 0) - free;
  const choices = storageChoices(month);
  const [tiering] = choices;
  const yearly = ({ month: choiceMonth, fullExport }: StorageChoice, exports: number) =>
    money(12 * choiceMonth + exports * fullExport);
  const rows = choices.map(
    (choice) =>
      `| ${choice.name} | ${money(choice.month)} | ${money(choice.fullExport)} | ${yearly(choice, 0)} | ${yearly(choice, 1)} | ${yearly(choice, 4)} |`,
  );
  return `## What an export costs

An export into the folder of the last one reads only what is new, and CloudFront's free ${number(free)} GB a month are enough for it:

| Export into the same folder | Read | Cost of one |
|---|---|---|
| every month | ${number(month.newPhotos)} photos, all still in the first tier | **${money(laterExport(month, 1))}** |
| every three months, as the reminder asks | ${number(3 * month.newPhotos)} photos; two thirds of them return to the first tier | **${money(laterExport(month, 3))}** |

**From nothing**, an export reads every original: ${number(month.originalsGb)} GB.
- Storage: ${money(tiering!.fullExport)}, because Intelligent-Tiering moves each object that is read to its first tier for a month, and to its second for two. No
  setting avoids this. The first month has ${money(exporting.storage - without.storage)} of it.
- Transfer: nothing, if it begins in one month and continues in the next, into the same folder. Within one month, ${number(beyond)} GB are beyond the free
  ${number(free)}: ${money(exporting.rest - without.rest)} at $${dollars} a GB.

The aim is $5 for a full export. It is kept by exports that go on in one folder, and missed by an export from nothing. Every class that
gives an original at once charges either for keeping it or for reading it:

| Originals in | A month, everything | Full export from nothing, without transfer | A year | A year with one | A year with four |
|---|---|---|---|---|---|
${rows.join('\n')}

Intelligent-Tiering is deployed: it is the cheapest or nearly so as long as exports go on in one folder, it charges nothing for a download, and it
has no minimum duration. S3 Glacier Flexible Retrieval reads in bulk for free, but an original would be there only after hours. Copying
each original back to a cheap class after an export would save most of the storage, but it replaces every original of the
studio to save a few dollars a year.`;
}

const cents = (dollars: number) => `${number(dollars * 100)} cents`;

/** Returns the dollars for this many GB of attachments in the year after their upload, without a download. */
const dollarsOfYear = (gigabytes: number) =>
  money(gigabytes * (prices.s3Frequent.dollars + 2 * prices.s3Infrequent.dollars + 9 * prices.s3Archive.dollars));

/** Returns the section about the cost of a watermark: a second set of derivatives. */
function watermarkSection({ newPhotos }: StudioMonth): string {
  const variantCount = Object.keys(variants).length;
  const gigabytes = (newPhotos * derivativeKilobytes) / 1_000_000;
  const perMonth = cost('s3Standard', gigabytes);
  return `## What a watermark costs

Nothing while it is off, as in the months above. With a watermark on all ${number(newPhotos)} new photos of the usual month:
- ${money(cost('s3Writes', variantCount * newPhotos))} once for the ${number(variantCount * newPhotos)} marked derivatives, and ${money(perMonth)} for each month in which they are kept (${gigabytes.toFixed(1)} GB), until the switch is
  turned off.
- An upload takes a quarter more processor time, which is within Lambda's free allowance in the usual month.
- Switching it on for photos that are there already stores the marked set and moves the clean one: ${money(cost('s3Writes', 2 * variantCount * 1_000))} for 1,000 photos, and at most
  ${money(cost('dynamodbWrites', 2 * units.newPhoto.writes * 1_000))} for their rows, which are written twice.`;
}

/** Returns the section about the traffic from which CloudFront's flat-rate plans cost less. */
function planSection(month: StudioMonth): string {
  const { lines } = bill(month, true);
  const amount = (price: string) => lines.find((line) => line.price === price)?.amount ?? 0;
  const [sentGb, requestCount] = [amount('edgeBytes'), amount('edgeRequests')];
  const perDownload = (100 * month.originalsGb) / month.photos;
  const worthFromGb = worthFrom('Pro', { hasFirewall: false });
  const rows = Object.entries(flatRatePlans).map(
    ([name, { dollars, requests, gigabytes, storedGb }]) =>
      `| ${name} | ${money(dollars)} | ${number(requests)} | ${number(gigabytes)} GB | ${number(storedGb)} GB |`,
  );
  return `## CloudFront's flat-rate plans

The studio pays for CloudFront by use, and in the usual month that is nothing: ${number(sentGb)} GB and ${number(requestCount)} requests are within the free
${number(prices.edgeBytes.free)} GB and ${number(prices.edgeRequests.free)} requests. CloudFront also has plans with one price for a distribution:

| Plan | A month | Requests | To viewers | S3 Standard included |
|---|---|---|---|---|
${rows.join('\n')}

- **Stay without a plan** as long as a month sends less than ${number(worthFromGb)} GB: from there on *Pro* costs less than the ${cents(prices.edgeBytes.dollars)} a GB beyond the free terabyte.
  In the usual month that takes ${number((worthFromGb - sentGb) / perDownload)} further downloads of whole sessions. With the firewall (\`webAcl\`, about ${money(firewallDollars)}), which a plan includes, it is
  ${number(worthFrom('Pro', { hasFirewall: true }))} GB.
- *Free* saves nothing, because what it includes is free by use as well, and it is smaller than that. *Business* is for more requests than ${number(flatRatePlans.Pro.requests)} a month,
  or for its protection against bots; a photography studio has no other reason for it.
- **Check before you change.** The plans are written down from memory as AWS introduced them in November 2025, and could not be looked up where this was written: see
  https://aws.amazon.com/cloudfront/pricing for today's prices and contents. A plan requires a web ACL of WAF, and a plan may limit what this distribution uses: ${Object.keys(behaviors).length + 1} cache behaviors, trusted key
  groups with signed cookies and signed URLs, CloudFront Functions, its own cache and response header policies, and logs without the query. A distribution is put on a plan in CloudFront's
  console, not by this stack; before that, set \`webAcl: true\` and deploy, so that the next deployment does not take the web ACL away.`;
}

/** Returns the section about the cost of attachments, whose number is the studio's choice. */
const attachmentsSection = (): string => `## What attachments cost

Raw files and videos that are attached to sessions for download are not in the numbers above: how many there are is the studio's choice. They are
kept as originals are. A GB costs ${cents(prices.s3Frequent.dollars)} in its first month and in each month after a download, ${cents(prices.s3Infrequent.dollars)} in
each of the next two, and ${cents(prices.s3Archive.dollars)} in each further one: ${dollarsOfYear(100)} in their first year for 100 GB that nobody downloads again, and
${money(prices.s3Archive.dollars * 12 * 100)} in each year after it. A prepared ZIP of all originals has a copy of them for a week, half a cent a GB. Downloads count against
CloudFront's free ${number(prices.edgeBytes.free ?? 0)} GB a month; beyond them a GB costs ${cents(prices.edgeBytes.dollars)}.`;

/** Returns the section about the aim for the usual month, and what keeps it. */
function aimSection(usual: Bill): string {
  const traced: Price = prices.traces;
  const queuePolls = usual.lines.find(({ price }) => price === 'queueRequests')?.dollars ?? 0;
  const signing = usual.lines.find(({ price }) => price === 'secretCalls')?.amount ?? 0;
  return `## How it stays below $10

The aim for the usual month is $10 at most, with $2 of it for everything but storage. It has ${money(usual.total)} and ${money(usual.rest)}.
- The API's key is an encrypted parameter of Parameter Store, which is free; a secret costs ${money(cost('secrets', 1))}. Secrets Manager keeps the signing key with
  CloudFront's header, and Google's secret, because CloudFormation can hand them to CloudFront and Cognito only from there.
- The functions of clients and guests send no traces to X-Ray, so that the others stay within the free ${number(traced.free ?? 0)}. Their logs have the
  duration of each start and request.
- A client's home asks the API once, a visit with a second page of photos twice.
- Functions keep the signing key for an hour: ${number(signing)} calls of Secrets Manager instead of one for each view.
- ZIPs are deleted on the morning after their seven days, ${archiveDays} days on average. S3's lifecycle rule alone takes 8.5 to 9: it acts at the midnight after seven days, and leaves a version for a day.
- Originals are put straight into Intelligent-Tiering, without a paid transition. Logs are kept for 90 days and are within the free 5 GB.

More could be saved only by giving something up: two alarms (${money(cost('alarms', fixedResources.alarms))}), each of which tells of something that no other
tells; or a queue of its own for each kind of work (${money(queuePolls)} for their polling).`;
}

/** Returns the section about which numbers are known, counted or assumed. */
function certaintySection(month: StudioMonth): string {
  const remembered = Object.values(prices).filter(({ source }: Price) => source === 'memory').length;
  return `## How sure this is

- **Prices** are AWS's list prices for us-east-1, before taxes, as of ${pricesAsOf}. ${Object.keys(prices).length - remembered} of them were found on public pages of this year or
  AWS's own; ${remembered} are from memory of AWS's price pages and could not be looked up where this was written. \`shared/cost/prices.ts\`
  says which. Check https://aws.amazon.com/pricing before relying on a cent.
- **Allowances** that never end are counted (CloudFront's terabyte, Lambda's million, DynamoDB's 25 GB); those for new accounts are not.
- **Requests and DynamoDB's units** are counted: a gallery view is ${units.galleryView.api} API requests (${routesOf.galleryView.map((route) => `\`${route}\``).join(', ')})
  and reads ${units.galleryView.reads} units, the first favorite of a day writes ${units.favoriteOrNote.writes} and a later one ${units.favoriteOrNote.laterWrites}, a quote ${units.quote.writes} ([dynamodb.md](dynamodb.md), by AWS's own DynamoDB Local); its page is
  ${pageRequestsPerView} requests more at most ([benchmarks.md](benchmarks.md), P2). A test compares these numbers with both pages. The new photo's ${units.newPhoto.writes} are rounded up.
- **Assumed** are the numbers of visits (a guest's reads ${units.guestVisit.reads} units and writes ${units.guestVisit.writes}), ${pictures.perView} new pictures a view, how much browsers and the edge keep (a client's
  load each of their photos at most ${loadsPerPhoto} times a month: three sizes on three devices), ${favoritesPerDay} favorites or notes on a day with any, ${number(month.studioScreens)} screens of the admin area, how often keys are read, the size of
  access logs, whose delivery AWS does not charge (\`shared/cost/units.ts\`), and how many downloads are of older sessions (\`olderDownloads\`): these move originals back to the first tier. Whoever has other numbers changes them and runs the script again.
- **Queues** are polled while nothing waits: five pollers each ask a queue every 20 seconds, whatever its batching window is. The dashboard's look for dead letters is ${deadLetterQueues} requests, one for
  each dead-letter queue, and one more for each that is not empty: 1,000 of them cost ${cents(cost('queueRequests', 1_000 * deadLetterQueues, false))}.
- **Hiding photos** invalidates one path for each 50 of one click: 10 for 500 photos. Photo by photo it is one each: 1,000 a month are free, each further 100 cost $0.50.
- **The end of a gallery** copies the derivatives of its photos once, three a photo, and invalidates one path for some hundreds of them: about two cents for 500 photos. With a watermark, its proofs are marked anew.
- **Not in it:** the list of sent emails (17 write units an email, and 5 MB for 90 days: half a cent a month); the website's publishing and pictures: a publish writes at most 26 documents ($0.00013) and invalidates at most 24 paths, of which 1,000 a month are free,
  and 0.1 GB of pictures are $0.002 a month; a domain ($0.50 a month for its zone in Route 53, and about $14 a year), the firewall (\`webAcl\`, about $8 a month), a second
  signing key while one is being changed ($0.40), taxes.
- **What could make it dear:** downloads beyond a terabyte a month ($0.085 a GB). The budget's alarm comes before.`;
}

/** Returns the content of docs/cost.md. */
export function costPage(month: StudioMonth): string {
  const [tiered, untiered] = [bill(month, true), bill(month, false)];
  const lines = tiered.lines.map(({ what, price, amount, dollars }) => {
    const { unit, dollars: dollarsPerUnits, per, free }: Price = prices[price];
    const allowance = free === undefined ? '' : `, ${number(free)} free`;
    return `| ${what} | ${number(amount)} | ${unit} | $${dollarsPerUnits} / ${number(per)}${allowance} | ${money(dollars)} |`;
  });
  return `# What it costs

Computed by \`npm run cost\` (\`infra/cost/month.ts\`, \`shared/cost/prices.ts\`) for a busy studio: ${number(month.clients)} clients, ${number(month.photos)} photos
(${number(month.originalsGb)} GB of originals), ${number(month.newPhotos)} new photos, ${number(month.finishedVersions)} replaced by finished versions, ${number(month.galleryViews)} gallery views
and ${number(month.guestVisits)} visits of guests in the month.

| A month | Storage | Everything else | Total |
|---|---|---|---|
| **As deployed**, originals in Intelligent-Tiering | ${money(tiered.storage)} | ${money(tiered.rest)} | **${money(tiered.total)}** |
| The same with all originals in S3 Standard | ${money(untiered.storage)} | ${money(untiered.rest)} | ${money(untiered.total)} |

**The claim:** this studio pays ${range()} a month, storage included. The range is computed, too:

| Month | New photos | Gallery views | Favorites and notes | Downloads of whole sessions | of older ones | Total |
|---|---|---|---|---|---|---|
${[quietMonth, month, fullMonth].map((variation, index) => `| ${['quiet', 'usual', 'full'][index]} | ${number(variation.newPhotos)} | ${number(variation.galleryViews)} | ${number(variation.favoritesAndNotes)} | ${number(variation.downloads)} | ${Math.round(variation.olderDownloads * 100)}% | **${total(variation)}** |`).join('\n')}

A studio that has just begun, with 1,000 photos, pays
${total({ ...month, photos: 1_000, originalsGb: 17, newPhotos: 500, finishedVersions: 75, galleryViews: 300, guestVisits: 30, clients: 10, favoritesAndNotes: 200, quotes: 5, emails: 50, downloads: 5 })}: most of it are the secrets and the polling of the queues.

## What it costs for other numbers

Each row changes one number of the usual month.

| Photos kept | Originals | Total | | Gallery views | Total | | Downloads of whole sessions | Total |
|---|---|---|---|---|---|---|---|---|
${slider(month)}

${exportSection(month)}

${attachmentsSection()}

${watermarkSection(month)}

${planSection(month)}

${aimSection(tiered)}

## Line by line, as deployed

| For | Units | Unit | Price | Cost |
|---|---|---|---|---|
${lines.join('\n')}
| **Sum** | | | | **${money(tiered.total)}** |

${certaintySection(month)}
`;
}

async function main(): Promise<void> {
  await writeFile(file, costPage(studioMonth));
  const { storage, rest, total: sum } = bill(studioMonth, true);
  console.log(`${money(sum)} a month: ${money(storage)} storage, ${money(rest)} everything else. Written to ${file}.`);
}

if (import.meta.main) run(main);
