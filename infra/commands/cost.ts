import { writeFile } from 'node:fs/promises';
import { bill, type StudioMonth, studioMonth, units } from '../cost/month.ts';
import { type Price, prices, pricesAsOf } from '../cost/prices.ts';
import { run } from './command-line.ts';

/** `npm run cost`: computes what a month costs, and writes docs/cost.md. */

const file = 'docs/cost.md';
const money = (dollars: number) => `$${dollars.toFixed(2)}`;
const number = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });

/** What the page says for a month. */
export function costPage(month: StudioMonth): string {
  const [tiered, plain] = [bill(month, true), bill(month, false)];
  const lines = tiered.lines.map(({ what, price, amount, dollars }) => {
    const { unit, dollars: each, per, free }: Price = prices[price];
    const allowance = free === undefined ? '' : `, ${number(free)} free`;
    return `| ${what} | ${number(amount)} | ${unit} | $${each} / ${number(per)}${allowance} | ${money(dollars)} |`;
  });
  const remembered = Object.values(prices).filter(({ source }: Price) => source === 'memory').length;
  return `# What it costs

Computed by \`npm run cost\` (\`infra/cost/month.ts\`, \`infra/cost/prices.ts\`) for a busy studio: ${number(month.clients)} clients, ${number(month.photos)} photos
(${number(month.originalsGb)} GB of originals), ${number(month.newPhotos)} new photos and ${number(month.galleryViews)} gallery views in the month.

| A month | Storage | Everything else | Total |
|---|---|---|---|
| **As deployed**, originals in Intelligent-Tiering | ${money(tiered.storage)} | ${money(tiered.rest)} | **${money(tiered.total)}** |
| The same with all originals in S3 Standard | ${money(plain.storage)} | ${money(plain.rest)} | ${money(plain.total)} |

The target is $10 a month with tiering, of which $2 for what is not storage. A studio that has just begun, with 1,000 photos, pays
${money(bill({ ...month, photos: 1_000, originalsGb: 17, newPhotos: 500, galleryViews: 300, clients: 10, marks: 200, quotes: 5, letters: 50, downloads: 5 }, true).total)}: most of it are the secrets and the queues' being asked around the clock.

## Line by line, as deployed

| For | Units | Unit | Price | Cost |
|---|---|---|---|---|
${lines.join('\n')}
| **Sum** | | | | **${money(tiered.total)}** |

## How sure this is

- **Prices** are AWS's list prices for us-east-1, before taxes, as of ${pricesAsOf}. ${Object.keys(prices).length - remembered} of them were found on public pages of this year or
  AWS's own; ${remembered} are from memory of AWS's price pages and could not be looked up where this was written. \`infra/cost/prices.ts\`
  says which. Check https://aws.amazon.com/pricing before relying on a cent.
- **Allowances** that never end are counted (CloudFront's terabyte, Lambda's million, DynamoDB's 25 GB); those for new accounts are not.
- **DynamoDB's units** were counted, not guessed: on AWS's own DynamoDB Local a gallery view reads ${units.galleryView.reads} units, a star or note writes
  ${units.mark.writes}, a quote ${units.quote.writes}. The new photo's ${units.newPhoto.writes} are rounded up.
- **Assumed** are the numbers of visits, how much browsers and the edge keep (\`picturesPerView\`, \`edgeMisses\`), and how many old originals are
  touched in a month (\`touchedAgain\`). Whoever has other numbers changes them there and runs the script again.
- **Not in it:** a domain ($0.50 a month for its zone in Route 53, and about $14 a year), the firewall (\`webAcl\`, about $8 a month), a second
  signing key while one is being changed ($0.40), taxes.
- **What could make it dear:** downloads beyond a terabyte a month ($0.085 a GB). The budget's alarm comes before.
`;
}

async function main(): Promise<void> {
  await writeFile(file, costPage(studioMonth));
  const { storage, rest, total } = bill(studioMonth, true);
  console.log(
    `${money(total)} a month: ${money(storage)} storage, ${money(rest)} everything else. Written to ${file}.`,
  );
}

if (import.meta.main) run(main);
