// CloudFront Function (cloudfront-js-2.0) at viewer-request of the site's own pages. The placeholder below becomes what the build made.
const site = 'SITE';

/** Where an address is read from, or undefined when the site has nothing there. */
function fileFor(uri) {
  if (site.pages[uri]) return site.pages[uri];
  if (site.files.includes(uri)) return uri;
  if (site.folders.some((folder) => uri.startsWith(folder))) return uri;
  // The first segment as a whole: `/dashboardx` is not the dashboard.
  return site.shells[`/${uri.split('/')[1]}`];
}

/** Whether the build has compressed this file, with more time than CloudFront takes for it, and the viewer can read that. */
function isCompressed(request) {
  const accepted = request.headers['accept-encoding'];
  return (
    accepted !== undefined &&
    /\bbr\b(?!\s*;\s*q=0)/.test(accepted.value) &&
    site.folders.some((folder) => request.uri.startsWith(folder)) &&
    site.compressed.some((ending) => request.uri.endsWith(ending))
  );
}

/** The query as the viewer sent it: CloudFront hands values over undecoded. */
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

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const uri = request.uri;

  // Only to addresses that the site knows: any other could be made to lead to another host (`//example.com/`).
  const withoutSlash = uri.slice(0, -1);
  if (uri.endsWith('/') && uri !== '/' && !withoutSlash.endsWith('/') && fileFor(withoutSlash)) {
    return {
      statusCode: 301,
      statusDescription: 'Moved Permanently',
      headers: { location: { value: withoutSlash + queryOf(request) } },
    };
  }

  request.uri = fileFor(uri) || '/404.html';
  if (isCompressed(request)) request.uri += '.br';
  return request;
}
