import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SidebarLayout, type SidebarLink } from './sidebar.tsx';

const links: SidebarLink[] = [
  { to: '/portal', label: 'Dashboard', exact: true },
  { to: '/portal/gallery', label: 'Gallery' },
  { to: '/portal/customers', label: 'Customers', alsoAt: ['/portal/customer/', '/portal/upload'] },
  { to: '/portal/quotes', label: 'Quotes', badge: <span className="sr-only">1 is waiting</span> },
];

function show(path: string) {
  const layout = (
    <SidebarLayout
      title="Client Portal"
      brand={<a href="/">Studio</a>}
      links={links}
      footer={<button type="button">Logout</button>}
    >
      <h1>Screen</h1>
    </SidebarLayout>
  );
  render(<MemoryRouter initialEntries={[path]}>{layout}</MemoryRouter>);
  const [sidebar] = screen.getAllByRole('navigation', { name: 'Client Portal' });
  return within(sidebar as HTMLElement);
}

test.each([
  ['/portal', 'Dashboard'],
  ['/portal/gallery', 'Gallery'],
  ['/portal/gallery/may', 'Gallery'],
  ['/portal/customers', 'Customers'],
  ['/portal/customer/4711/edit', 'Customers'],
  ['/portal/upload', 'Customers'],
  ['/portal/galleries', undefined],
  ['/portal/elsewhere', undefined],
])('at %s the current link is %s', (path, current) => {
  const marked = show(path)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.textContent?.trim())).toEqual(current ? [current] : []);
});

test('an indicator has a text for screen readers', () => {
  expect(show('/portal').getByRole('link', { name: 'Quotes 1 is waiting' })).toBeInTheDocument();
});

test('the skip link targets the main element, which is focusable', () => {
  show('/portal');
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  const main = screen.getByRole('main');
  expect(main).toHaveAttribute('id', 'main');
  main.focus();
  expect(main).toHaveFocus();
});
