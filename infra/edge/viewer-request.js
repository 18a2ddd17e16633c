// CloudFront Function (cloudfront-js-2.0) at viewer-request of the site's pages. The deployment replaces the placeholder.
const site = 'SITE';

/** Returns the path of the document for a URL path; undefined when the site has no such page. */
function documentFor(uri) {
  // Compares the whole first segment: `/dashboardx` is not the dashboard.
  return site.pages[uri] || site.shells[`/${uri.split('/')[1]}`];
}

/** Returns the path of the file for a URL path; undefined when the site has none. */
function fileFor(uri) {
  if (site.files.includes(uri) || site.folders.some((folder) => uri.startsWith(folder))) return uri;
  return documentFor(uri);
}

/** Returns whether the build has compressed this file and the viewer accepts Brotli. */
function isCompressed(request) {
  const accepted = request.headers['accept-encoding'];
  return (
    accepted !== undefined &&
    /\bbr\b(?!\s*;\s*q=0)/.test(accepted.value) &&
    site.folders.some((folder) => request.uri.startsWith(folder)) &&
    site.compressed.some((ending) => request.uri.endsWith(ending))
  );
}

/** Returns the query as the viewer sent it: CloudFront passes values undecoded. */
function queryOf(request) {
  const pairs = [];
  Object.keys(request.querystring).forEach((name) => {
    const entry = request.querystring[name];
    (entry.multiValue || [entry]).forEach((item) => {
      pairs.push(item.value === '' ? name : `${name}=${item.value}`);
    });
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/**
 * Matches what follows an address in a text: the end of a sentence, brackets, quotation marks and blanks. They are at most 20,
 * because the time of the search grows with the square of the longest run, and CloudFront ends functions that take long.
 */
const behindAddress = /(?:[.,;:!?)>\]'"]|%(?:20|22|27|3e|5d|c2%a0|e2%80%9[89cd])){1,20}$/i;

/**
 * Returns the correct address of a page that an app or a person has changed: in upper case, with signs behind it, or
 * with its '#' encoded once or several times. Undefined for every other address.
 */
function mendedAddress(request) {
  const uri = request.uri;
  const encoded = /^(.+?)\/?%(?:25)*23(.*)$/i.exec(uri);
  const path = (encoded ? encoded[1] : uri)
    .replace(behindAddress, '')
    .replace(/(.)\/$/, '$1')
    .toLowerCase();
  // Only known paths are redirected: another path could lead to another host (`//example.com`).
  if (site.files.includes(uri) || !documentFor(path)) return undefined;
  if (encoded) return `${path}#${encoded[2]}`;
  const query = queryOf(request);
  // The fragment of emailed links is the address to sign in with.
  const mended = path + query.replace(/%(?:25)*23for=/i, '#for=');
  return mended === uri + query ? undefined : mended;
}

function movedTo(location) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;

  // The distribution also receives requests for its own domain name and the domain's other name.
  if (site.host && request.headers.host.value !== site.host) {
    return movedTo(`https://${site.host}${uri}${queryOf(request)}`);
  }

  // Only known paths are redirected, as in `mendedAddress`.
  const withoutSlash = uri.slice(0, -1);
  if (uri.endsWith('/') && uri !== '/' && !withoutSlash.endsWith('/') && fileFor(withoutSlash)) {
    return movedTo(withoutSlash + queryOf(request));
  }

  const mended = mendedAddress(request);
  if (mended) return movedTo(mended);

  request.uri = fileFor(uri) || '/404.html';
  if (isCompressed(request)) request.uri += '.br';
  return request;
}
