import { type RouteObject, useRoutes } from 'react-router-dom';
import { Component as Offer } from '../../features/client/offers/offer.tsx';
import { Component as Offers } from '../../features/client/offers/offers.tsx';

/** The routes of the client's offers. They have a file of their own, because the gallery's first visit doesn't need their list of files. */
const routes: RouteObject[] = [
  { index: true, Component: Offers },
  { path: ':offer', Component: Offer },
];

export const Component = () => useRoutes(routes);
