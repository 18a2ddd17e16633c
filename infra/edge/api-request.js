// CloudFront Function (cloudfront-js-2.0) at viewer-request of /api/* and /shared/?*: sets a header with the viewer's IP address,
// overwriting a forged one, and accepts only the site's own host. The deployment replaces the placeholder.
const site = 'SITE';

function movedTo(location) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  // Other hosts serve no pages (viewer-request.js), so the site's pages never send this request.
  if (site.host && request.headers.host.value !== site.host) {
    // A page that a guest opens: the browser keeps the fragment, with the link's secret.
    if (request.uri.startsWith('/shared/')) {
      return movedTo(`https://${site.host}${request.uri}`);
    }
    return { statusCode: 421, statusDescription: 'Misdirected Request' };
  }
  // A guest's link whose '#' an app has encoded. Behind '#' the browser keeps the secret; this first request has it in
  // its path, which stays in CloudFront's access log for as long as logs are kept.
  const link = /^\/shared(\/[0-9a-z]{26})?\/?%(?:25)*23(.*)$/i.exec(request.uri);
  if (link) return movedTo(`/shared${(link[1] || '').toLowerCase()}#${link[2]}`);
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  // CloudFront adds it after this function; a viewer must not send it.
  delete request.headers['x-studio-edge'];
  return request;
}
