// CloudFront Function (cloudfront-js-2.0) at viewer-response of the site's own pages: the page '/404.html' says 404, and
// what lies compressed in the bucket says that it is for those who can read it.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const response = event.response;
  // AWS does not say whether the address here is the viewer's or the rewritten one, so the file itself carries a mark too.
  const mark = response.headers['x-amz-meta-status'];
  const isNotFoundPage = event.request.uri === '/404.html' || (mark && mark.value === '404');
  // A 304 has no body to send along with another status; the browser then shows the 404 that it kept.
  if (isNotFoundPage && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  if (response.headers['content-encoding']) response.headers.vary = { value: 'Accept-Encoding' };
  return response;
}
