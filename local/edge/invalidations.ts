import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '../services/faults.ts';
import { readBody } from '../services/service.ts';

/** An invalidation with its paths. */
export interface Invalidation {
  id: string;
  reference: string;
  paths: string[];
}

/** CloudFront's maximum of wildcard paths in progress; here each invalidation is complete at once. */
const wildcardsAtOnce = 15;

const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescapeXml = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => names[name]!);
const escapeXml = (text: string) =>
  text.replace(/[<>&]/g, (character) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[character]!);
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => unescapeXml(value));

/** Runs CloudFront's CreateInvalidation; a request with a known CallerReference returns the same invalidation. */
export class Invalidations {
  readonly all: Invalidation[] = [];
  readonly #invalidate: (paths: string[]) => void;
  readonly #faults: Faults;

  /** @param invalidate is called with the paths of each new invalidation */
  constructor(invalidate: (paths: string[]) => void, faults = new Faults()) {
    this.#invalidate = invalidate;
    this.#faults = faults;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const xml = (await readBody(request)).toString();
    const paths = valuesOf(xml, 'Path');
    const [reference = ''] = valuesOf(xml, 'CallerReference');
    const refuse = (code: string, message: string) => {
      response.writeHead(400, { 'content-type': 'text/xml' });
      response.end(
        `<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error></ErrorResponse>`,
      );
    };
    const invalidPath = paths.find((path) => !/^\/[^*]*\*?$/.test(path));
    if (paths.length === 0 || reference === '' || invalidPath !== undefined) {
      const message =
        invalidPath === undefined
          ? 'Paths and CallerReference must be given'
          : `The path '${invalidPath}' is not valid`;
      return refuse('InvalidArgument', message);
    }
    const tooMany = paths.filter((path) => path.endsWith('*')).length > wildcardsAtOnce;
    const error = this.#faults.take('CreateInvalidation')?.error ?? (tooMany && 'TooManyInvalidationsInProgress');
    if (error) return refuse(error, 'The request can not be taken now');
    let invalidation = this.all.find((each) => each.reference === reference);
    if (invalidation && invalidation.paths.join() !== paths.join()) {
      return refuse('InvalidationBatchAlreadyExists', 'The same reference was used for other paths');
    }
    if (!invalidation) {
      invalidation = { id: `I${randomBytes(8).toString('hex').toUpperCase()}`, reference, paths };
      this.all.push(invalidation);
      this.#invalidate(paths);
    }
    const items = paths.map((path) => `<Path>${escapeXml(path)}</Path>`).join('');
    response.writeHead(201, { 'content-type': 'text/xml' });
    response.end(
      `<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>${invalidation.id}</Id><Status>Completed</Status><CreateTime>${new Date().toISOString()}</CreateTime><InvalidationBatch><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${escapeXml(reference)}</CallerReference></InvalidationBatch></Invalidation>`,
    );
  }
}
