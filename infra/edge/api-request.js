// CloudFront Function (cloudfront-js-2.0) at viewer-request of /api/* and /shared/?*: sets a header with the viewer's IP address,
// overwriting a forged one, and accepts only the site's own host. The deployment replaces the placeholder.
const site = 'SITE';

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  // Other hosts serve no pages (viewer-request.js), so the site's pages never send this request.
  if (site.host && request.headers.host.value !== site.host) {
    // A page that a guest opens: the browser keeps the fragment, with the link's secret.
    if (request.uri.startsWith('/shared/')) {
      const location = { value: `https://${site.host}${request.uri}` };
      return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location } };
    }
    return { statusCode: 421, statusDescription: 'Misdirected Request' };
  }
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  // CloudFront adds it after this function; a viewer must not send it.
  delete request.headers['x-studio-edge'];
  return request;
}
