import { createPath, type To } from 'react-router-dom';

/**
 * The navigator of a router in a preview, whose links lead nowhere by themselves. A MemoryRouter, which nothing else uses, would
 * be 0.4 KB of the code that every page loads.
 */
export const previewNavigator = {
  createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
  push: () => {},
  replace: () => {},
  go: () => {},
};
