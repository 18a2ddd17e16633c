import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { screen } from './screen-route.ts';

const uploadScreens = () => import('../../features/admin/uploads/upload-screens.tsx');

/**
 * The routes of the admin area, below `/admin`. They have a file of their own, because clients don't need their list of
 * files.
 */
export const routes: RouteObject[] = [
  {
    ...screen(() => import('../shells/admin-shell.tsx')),
    children: [
      { index: true, element: <Navigate to="/admin/dashboard" replace /> },
      { path: 'dashboard', ...screen(() => import('../../features/admin/dashboard/dashboard.tsx')) },
      { path: 'customers', ...screen(() => import('../../features/admin/customers/directory.tsx')) },
      { path: 'customers/deleted', ...screen(() => import('../../features/admin/customers/deleted-customers.tsx')) },
      { path: 'customer/:id', ...screen(async () => ({ Component: (await uploadScreens()).ManageCustomer })) },
      { path: 'customer/:id/edit', ...screen(() => import('../../features/admin/customers/customer.tsx')) },
      {
        path: 'customer/:id/timeline',
        ...screen(() => import('../../features/admin/timeline/customer-timeline.tsx')),
      },
      { path: 'sessions', ...screen(() => import('../../features/admin/sessions/sessions.tsx')) },
      { path: 'session/create', ...screen(() => import('../../features/admin/sessions/new-session.tsx')) },
      {
        path: 'session/:id/timeline',
        ...screen(() => import('../../features/admin/timeline/session-timeline.tsx')),
      },
      { path: 'session/:id', ...screen(() => import('../../features/admin/sessions/session.tsx')) },
      { path: 'session/:id/finished', ...screen(() => import('../../features/admin/uploads/finished/finished.tsx')) },
      {
        path: 'session/:id/selection/:selection',
        ...screen(() => import('../../features/admin/selections/selection.tsx')),
      },
      { path: 'view/:id/*', ...screen(() => import('./view-as-client.tsx')) },
      { path: 'view/:id/session/:session/*', ...screen(() => import('./view-as-client.tsx')) },
      { path: 'photo-upload', ...screen(async () => ({ Component: (await uploadScreens()).PhotoUpload })) },
      { path: 'offers', ...screen(() => import('../../features/admin/offers/offers.tsx')) },
      { path: 'offers/:offer', ...screen(() => import('./offer-screen.tsx')) },
      { path: 'quotes', ...screen(() => import('../../features/admin/quotes/quotes.tsx')) },
      { path: 'messages', ...screen(() => import('../../features/admin/messages/messages.tsx')) },
      { path: 'messages/emails', ...screen(() => import('../../features/admin/emails/emails.tsx')) },
      { path: 'website', ...screen(() => import('./website-screen.tsx')) },
      { path: 'settings', ...screen(() => import('../../features/admin/settings/settings.tsx')) },
      { path: 'settings/emails', ...screen(() => import('../../features/admin/settings/email-words.tsx')) },
      { path: 'settings/emails/:email', ...screen(() => import('../../features/admin/settings/email-words.tsx')) },
      { path: 'settings/templates', ...screen(() => import('../../features/admin/templates/templates.tsx')) },
      { path: 'settings/templates/:template', ...screen(() => import('../../features/admin/templates/templates.tsx')) },
      { path: 'security', ...screen(() => import('../../features/admin/settings/security.tsx')) },
    ],
  },
  { path: '*', ...screen(() => import('./unknown-screen.tsx')) },
];

export const Component = () => useRoutes(routes);
