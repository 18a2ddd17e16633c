// CloudFront Function (cloudfront-js-2.0) at viewer-request of /portfolio/*, only with a domain: one host serves the photos, as it
// does the pages. The deployment replaces the placeholder.
const site = 'SITE';

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  if (request.headers.host.value === site.host) return request;
  const location = { value: `https://${site.host}${request.uri}` };
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location } };
}
