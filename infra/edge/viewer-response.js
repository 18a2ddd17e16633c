// CloudFront Function (cloudfront-js-2.0) at viewer-response of the site's pages: sets status 404 for '/404.html', and Vary for
// files that are compressed in the bucket.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const response = event.response;
  // AWS does not document whether this is the viewer's URL or the rewritten one, so the file also has metadata.
  const statusHeader = response.headers['x-amz-meta-status'];
  const isNotFoundPage = event.request.uri === '/404.html' || (statusHeader && statusHeader.value === '404');
  // A 304 has no body, so it can't become a 404; the browser shows its cached 404 page.
  if (isNotFoundPage && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  if (response.headers['content-encoding']) response.headers.vary = { value: 'Accept-Encoding' };
  return response;
}
