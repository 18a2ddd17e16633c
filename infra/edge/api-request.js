// CloudFront Function (cloudfront-js-2.0) at viewer-request of /api/*: tells the API the true viewer, whatever the viewer claims.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  // Proof of having come through CloudFront, which adds it on the way to the API; nobody else may bring it along.
  delete request.headers['x-studio-edge'];
  return request;
}
