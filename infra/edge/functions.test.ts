import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { edgeFunctionCode } from './functions.ts';
import type { SiteBuild } from './site-build.ts';

const site: SiteBuild = {
  pages: { '/': '/index.html', '/services': '/services/index.html', '/register': '/register/index.html' },
  shells: { '/dashboard': '/client.html', '/admin': '/admin.html' },
  files: ['/favicon.ico', '/robots.txt'],
  folders: ['/assets/', '/images/'],
  compressed: ['.js', '.css'],
  scriptHashes: ["'sha256-x'"],
};

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>;
interface Answer {
  uri?: string;
  statusCode?: number;
  headers: Values;
}

/** Runs the code as CloudFront does: a script whose `handler` is called. */
function run(code: string, event: object): Answer {
  const handler = vm.runInNewContext(`${code}; handler`) as (event: object) => Answer;
  return JSON.parse(JSON.stringify(handler(structuredClone(event)))) as Answer;
}

const request = (uri: string, querystring: Values = {}, headers: Values = {}) => ({
  viewer: { ip: '203.0.113.9' },
  request: { method: 'GET', uri, querystring, headers },
});
const ask = (uri: string, querystring?: Values, headers?: Values) =>
  run(edgeFunctionCode('viewer-request', { build: site }), request(uri, querystring, headers));

describe('viewer-request', () => {
  test.each([
    ['/', '/index.html'],
    ['/services', '/services/index.html'],
    ['/register', '/register/index.html'],
    ['/dashboard', '/client.html'],
    ['/dashboard/gallery', '/client.html'],
    ['/admin', '/admin.html'],
    ['/admin/customer/42/edit', '/admin.html'],
    ['/favicon.ico', '/favicon.ico'],
    ['/config.json', '/config.json'],
    ['/assets/entry-3f2a.js', '/assets/entry-3f2a.js'],
    ['/images/hero/800.avif', '/images/hero/800.avif'],
  ])('%s is read from %s', (uri, file) => {
    expect(ask(uri).uri).toBe(file);
  });

  test.each([
    '/nothing-here',
    '/nothing-here/',
    '/dashboardx',
    '/index.html',
    '/services/index.html',
    '/services/more',
    '/client.html',
    '/404.html',
    '/assets',
    '/%73ervices',
    '/services%2f',
    '/services%00',
    '//services',
    '/constructor',
    '/__proto__',
    '//example.com/',
    '//example.com//',
    '/\\example.com/',
    '/services//',
  ])('%s is nowhere', (uri) => {
    const answer = ask(uri);
    expect(answer.statusCode).toBeUndefined();
    expect(answer.uri).toBe('/404.html');
  });

  test('a trailing slash redirects to the address without it, with the query', () => {
    const answer = ask('/services/', {
      package: { value: 'half%20session' },
      flag: { value: '' },
      tag: { value: 'a', multiValue: [{ value: 'a' }, { value: 'b' }] },
    });
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location?.value).toBe('/services?package=half%20session&flag&tag=a&tag=b');
    expect(ask('/dashboard/').headers.location?.value).toBe('/dashboard');
    expect(ask('/admin/sessions/').headers.location?.value).toBe('/admin/sessions');
  });

  const id = '7c3m2qxd9v0ahk5r8t1wznybf4';
  test.each([
    ['/SHARED', '/shared'],
    ['/Shared', '/shared'],
    [`/SHARED/${id.toUpperCase()}`, `/shared/${id}`],
    ['/shared%23k7', '/shared#k7'],
    ['/shared/%23k7', '/shared#k7'],
    ['/shared%2523K7.', '/shared#K7.'],
    ['/SHARED%23K7%20', '/shared#K7%20'],
    [`/Shared/${id}%23k7`, `/shared/${id}#k7`],
    ['/services.', '/services'],
    ['/services).', '/services'],
    ['/services%20', '/services'],
    [`/services${'.'.repeat(20)}`, '/services'],
    ['/services%E2%80%9D', '/services'],
    ['/dashboard/gallery/thompson%3E', '/dashboard/gallery/thompson'],
    ['/shared.', '/shared'],
    ['/.', '/'],
    ['/Services', '/services'],
    ['/Services/', '/services'],
    ['/services/).', '/services'],
    ['/DASHBOARD/', '/dashboard'],
    ['/DASHBOARD/Gallery/Thompson.', '/dashboard/gallery/thompson'],
    ['/dashboard/gallery/thompson%23for=ada%40example.com', '/dashboard/gallery/thompson#for=ada%40example.com'],
    ['/Dashboard%2523for=ada%2540example.com', '/dashboard#for=ada%2540example.com'],
  ])('%s is what people and apps make of %s', (uri, mended) => {
    const withPage = { ...site, shells: { ...site.shells, '/shared': '/shared.html' } };
    const answer = run(edgeFunctionCode('viewer-request', { build: withPage }), request(uri));
    expect(answer.statusCode).toBe(301);
    expect(answer.headers.location?.value).toBe(mended);
  });

  test.each([
    ['/dashboard/quotes', 'k7%23for=ada%40example.com', '/dashboard/quotes?quote=k7#for=ada%40example.com'],
    ['/Dashboard/quotes.', 'k7%2523FOR=ada', '/dashboard/quotes?quote=k7#for=ada'],
    ['/Dashboard/quotes', 'K%237', '/dashboard/quotes?quote=K%237'],
  ])('of %s, with %s for the quote, the address to sign in with goes back into the fragment', (uri, value, mended) => {
    const answer = ask(uri, { quote: { value } });
    expect(answer).toMatchObject({ statusCode: 301, headers: { location: { value: mended } } });
  });

  test('a query with another encoded sign is not redirected', () => {
    expect(ask('/dashboard/quotes', { quote: { value: 'k%237' } }).statusCode).toBeUndefined();
  });

  test.each([
    '/shared',
    `/shared/${id}`,
    '/sharedx%23k7',
    '/nothing.',
    '//example.com.',
    '//Services',
    '/Nothing',
    '/assets/X-1.js',
    '/assets/x.',
    `/services${'.'.repeat(21)}`,
  ])('%s is not redirected', (uri) => {
    const withPage = { ...site, shells: { ...site.shells, '/shared': '/shared.html' } };
    expect(run(edgeFunctionCode('viewer-request', { build: withPage }), request(uri)).statusCode).toBeUndefined();
  });

  test.each([
    ['/assets/entry-3f2a.js', 'gzip, deflate, br', '/assets/entry-3f2a.js.br'],
    ['/assets/style-3f2a.css', 'br;q=1.0, gzip', '/assets/style-3f2a.css.br'],
    ['/assets/entry-3f2a.js', 'gzip, deflate', '/assets/entry-3f2a.js'],
    ['/assets/entry-3f2a.js', 'gzip, br;q=0', '/assets/entry-3f2a.js'],
    ['/assets/font-3f2a.woff2', 'br', '/assets/font-3f2a.woff2'],
    ['/services', 'br', '/services/index.html'],
    ['/nothing.js', 'br', '/404.html'],
  ])('%s for who reads %s is %s', (uri, value, file) => {
    expect(ask(uri, {}, { 'accept-encoding': { value } }).uri).toBe(file);
  });

  test('an asset folder is not redirected', () => {
    expect(ask('/assets/').statusCode).toBeUndefined();
  });

  test('code above CloudFront’s limit is refused, with advice', () => {
    const many = { ...site, files: Array.from({ length: 900 }, (_, index) => `/photograph-${index}.avif`) };
    expect(() => edgeFunctionCode('viewer-request', { build: many })).toThrow(
      /CloudFront takes 10240: let the site's build/,
    );
  });
});

describe('one host', () => {
  const host = 'www.magnolia.studio';
  const askAt = (name: string, uri: string, querystring?: Values) =>
    run(
      edgeFunctionCode('viewer-request', { build: site, host }),
      request(uri, querystring, { host: { value: name } }),
    );

  test.each(['magnolia.studio', 'd1234.cloudfront.net', 'www.magnolia.studio.example.com'])(
    '%s leads to the site’s host, with path and query',
    (name) => {
      const { statusCode, headers } = askAt(name, '/services', { package: { value: 'half%20session' } });
      expect(statusCode).toBe(301);
      expect(headers.location?.value).toBe('https://www.magnolia.studio/services?package=half%20session');
      expect(askAt(name, '/').headers.location?.value).toBe('https://www.magnolia.studio/');
      expect(askAt(name, '//example.com/').headers.location?.value).toBe('https://www.magnolia.studio//example.com/');
    },
  );

  test('the site’s host itself answers', () => {
    expect(askAt(host, '/services')).toMatchObject({ uri: '/services/index.html' });
  });

  test('the API answers at the site’s host only', () => {
    const code = edgeFunctionCode('api-request', { host });
    const answerAt = (name: string) => run(code, request('/api/public/messages', {}, { host: { value: name } }));
    expect(answerAt('d1234.cloudfront.net').statusCode).toBe(421);
    expect(answerAt(host).statusCode).toBeUndefined();
  });

  test('guests who open a link at another host are sent to the site’s', () => {
    const code = edgeFunctionCode('api-request', { host });
    expect(run(code, request('/shared/k', {}, { host: { value: 'd1234.cloudfront.net' } }))).toMatchObject({
      statusCode: 301,
      headers: { location: { value: `https://${host}/shared/k` } },
    });
  });

  test('photos of the portfolio are redirected to the site’s host', () => {
    const code = edgeFunctionCode('portfolio-request', { host });
    const uri = '/portfolio/k/800.webp';
    const answerAt = (name: string) => run(code, request(uri, {}, { host: { value: name } }));
    expect(answerAt('d1234.cloudfront.net')).toMatchObject({
      statusCode: 301,
      headers: { location: { value: `https://${host}${uri}` } },
    });
    expect(answerAt(host)).toMatchObject({ uri });
    expect(answerAt(host).statusCode).toBeUndefined();
  });

  test('without a domain every host answers', () => {
    expect(ask('/services', {}, { host: { value: 'd1234.cloudfront.net' } }).statusCode).toBeUndefined();
  });
});

describe('viewer-response', () => {
  const respond = (uri: string, statusCode: number, headers: Values = {}) =>
    run(edgeFunctionCode('viewer-response'), { ...request(uri), response: { statusCode, headers } });
  const answer = (...response: Parameters<typeof respond>) => respond(...response).statusCode;

  test('compressed and uncompressed assets are cached separately', () => {
    const { headers } = respond('/assets/entry-3f2a.js', 200, { 'content-encoding': { value: 'br' } });
    expect(headers.vary?.value).toBe('Accept-Encoding');
    expect(respond('/assets/entry-3f2a.js', 200).headers.vary).toBeUndefined();
  });

  test('the 404 page gets status 404, by its address or by its metadata', () => {
    expect(answer('/404.html', 200)).toBe(404);
    expect(answer('/nothing-here', 200, { 'x-amz-meta-status': { value: '404' } })).toBe(404);
  });

  test('every other response keeps its status', () => {
    expect(answer('/index.html', 200)).toBe(200);
    expect(answer('/index.html', 304)).toBe(304);
  });

  test('an unchanged 404 page stays 304, because there is no body to show', () => {
    expect(answer('/404.html', 304)).toBe(304);
  });
});

describe('api-request', () => {
  test.each([
    ['/shared/7c3m2qxd9v0ahk5r8t1wznybf4%23k7', '/shared/7c3m2qxd9v0ahk5r8t1wznybf4#k7'],
    ['/shared/7C3M2QXD9V0AHK5R8T1WZNYBF4/%2523K7.', '/shared/7c3m2qxd9v0ahk5r8t1wznybf4#K7.'],
    ['/shared/%23k7', '/shared#k7'],
  ])('the encoded secret of %s goes back into the fragment', (uri, mended) => {
    const answer = run(edgeFunctionCode('api-request'), request(uri));
    expect(answer).toMatchObject({ statusCode: 301, headers: { location: { value: mended } } });
  });

  test('sets the viewer’s address and removes a forged secret header', () => {
    const event = request('/api/public/messages');
    event.request.headers = {
      'x-viewer-ip': { value: '1.2.3.4', multiValue: [{ value: '1.2.3.4' }, { value: '5.6.7.8' }] },
      'x-studio-edge': { value: 'guess' },
      accept: { value: 'application/json' },
    };
    expect(run(edgeFunctionCode('api-request'), event).headers).toEqual({
      'x-viewer-ip': { value: '203.0.113.9' },
      accept: { value: 'application/json' },
    });
  });
});
