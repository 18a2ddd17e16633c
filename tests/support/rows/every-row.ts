import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../../../infra/blueprint/tables.ts';

export type Row = Record<string, unknown>;
interface Page {
  Items: Record<string, AttributeValue>[];
  LastEvaluatedKey?: Record<string, AttributeValue>;
}

/** Any signature: neither our DynamoDB nor AWS's local one checks it. */
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.Scan',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** Rows by the answers they come from: most tables are the same at the next reading, which then costs no parsing. */
const seen = new Map<string, { text: string; rows: Row[]; next: Page['LastEvaluatedKey'] }>();
/** The rows of a table by key, and the pages that they were read from: the same array compares at once. */
const sorted = new Map<string, { pages: Row[][]; rows: Row[] }>();

const keyOf = ({ session_id, link_id, id, part }: Row) => [session_id, link_id, id, part].join();

/** All stored rows except guards: a refused request must not change them. */
export async function everyRow(): Promise<Record<string, Row[]>> {
  const names = Object.keys(tables).filter((name) => name !== 'guards');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rowsOf(name)])));
}

async function rowsOf(name: string): Promise<Row[]> {
  const pages: Row[][] = [];
  let next: Page['LastEvaluatedKey'];
  do {
    const page = await scan(name, next);
    pages.push(page.rows);
    next = page.next;
  } while (next);
  const known = sorted.get(name);
  if (known?.pages.length === pages.length && known.pages.every((rows, index) => rows === pages[index]))
    return known.rows;
  const rows = pages
    .flat()
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
  sorted.set(name, { pages, rows });
  return rows;
}

async function scan(name: string, ExclusiveStartKey: Page['LastEvaluatedKey']) {
  const body = JSON.stringify({ TableName: name, ConsistentRead: true, ExclusiveStartKey });
  const response = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB!, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`Scan of ${name}: ${text}`);
  const known = seen.get(body);
  if (known?.text === text) return known;
  const { Items, LastEvaluatedKey: next } = JSON.parse(text) as Page;
  const page = { text, rows: Items.map((item) => unmarshall(item)), next };
  seen.set(body, page);
  return page;
}
