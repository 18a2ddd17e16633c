// CloudFront Function (cloudfront-js-2.0) at viewer-request of the site's pages. The deployment replaces the placeholder.
const site = 'SITE';

/** Returns the path of the file for a URL path; undefined when the site has none. */
function fileFor(uri) {
  if (site.pages[uri]) return site.pages[uri];
  if (site.files.includes(uri)) return uri;
  if (site.folders.some((folder) => uri.startsWith(folder))) return uri;
  // Compares the whole first segment: `/dashboardx` is not the dashboard.
  return site.shells[`/${uri.split('/')[1]}`];
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
    (entry.multiValue || [entry]).forEach((one) => {
      pairs.push(one.value === '' ? name : `${name}=${one.value}`);
    });
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
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

  // Only to known paths: another one could redirect to another host (`//example.com/`).
  const withoutSlash = uri.slice(0, -1);
  if (uri.endsWith('/') && uri !== '/' && !withoutSlash.endsWith('/') && fileFor(withoutSlash)) {
    return movedTo(withoutSlash + queryOf(request));
  }

  request.uri = fileFor(uri) || '/404.html';
  if (isCompressed(request)) request.uri += '.br';
  return request;
}
