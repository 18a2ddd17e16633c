import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Confirm } from '../layers/dialog.tsx';
import { Notice } from '../status/notice.tsx';
import { useFocusAfterRemoval } from './focus-after-removal.ts';
import { KeepFocus } from './keep-focus.tsx';

/**
 * The ways in which a list removes an item: at once, after a question that closes first, or with the question still
 * open.
 */
type How = 'at once' | 'asks first' | 'asks until done';

function List({ how }: { how: How }) {
  useFocusAfterRemoval();
  const [names, setNames] = useState(['One', 'Two', 'Three']);
  const [askedName, setAskedName] = useState<string>();
  const remove = (name: string) => setNames((shownNames) => shownNames.filter((shownName) => shownName !== name));
  const confirm = async (name: string) => {
    if (how === 'asks first') setAskedName(undefined);
    await Promise.resolve();
    remove(name);
    if (how === 'asks first') return;
    await Promise.resolve();
    setAskedName(undefined);
  };
  return (
    <section>
      <h2>Files</h2>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button">Open {name}</button>
              <button type="button" onClick={() => (how === 'at once' ? remove(name) : setAskedName(name))}>
                Remove {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {askedName && (
        <Confirm
          title={`Remove ${askedName}?`}
          action="Yes"
          onConfirm={() => void confirm(askedName)}
          onClose={() => setAskedName(undefined)}
        >
          It can be restored.
        </Confirm>
      )}
    </section>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
async function remove(name: string, how: How) {
  button(`Remove ${name}`).focus();
  await userEvent.keyboard('{Enter}');
  if (how !== 'at once') {
    button('Yes').focus();
    await userEvent.keyboard('{Enter}');
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${name}` })).toBeNull());
}

test.each<How>(['at once', 'asks first', 'asks until done'])(
  'the focus goes to the next row, else the previous one, else the heading; the list %s',
  async (how) => {
    render(<List how={how} />);
    await remove('Two', how);
    await waitFor(() => expect(button('Remove Three')).toHaveFocus());
    await remove('Three', how);
    await waitFor(() => expect(button('Remove One')).toHaveFocus());
    await remove('One', how);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Files' })).toHaveFocus());
  },
);

function Photos() {
  useFocusAfterRemoval();
  const [names, setNames] = useState(['1', '2', '3', '4', '5']);
  const [ticked, setTicked] = useState<string[]>([]);
  return (
    <main>
      <h1>Photos</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Open {name}</button>
            <input type="checkbox" aria-label={`Select ${name}`} onClick={() => setTicked([...ticked, name])} />
          </li>
        ))}
      </ul>
      {ticked.length > 0 && (
        <section data-acts="">
          <button
            type="button"
            onClick={() => {
              setNames(names.filter((name) => !ticked.includes(name)));
              setTicked([]);
            }}
          >
            Delete
          </button>
          <button type="button" onClick={() => setTicked([])}>
            Clear
          </button>
        </section>
      )}
    </main>
  );
}

test('photos that a bar removes at once leave the focus on the next one that is there', async () => {
  render(<Photos />);
  for (const name of ['2', '4', '3']) await userEvent.click(screen.getByLabelText(`Select ${name}`));
  await userEvent.click(button('Delete'));
  await waitFor(() => expect(screen.getByLabelText('Select 5')).toHaveFocus());
});

test('a bar that closes gives the focus back to the photo that was chosen last', async () => {
  render(<Photos />);
  await userEvent.click(screen.getByLabelText('Select 2'));
  await userEvent.click(button('Clear'));
  await waitFor(() => expect(screen.getByLabelText('Select 2')).toHaveFocus());
});

test('what is removed without the focus does not move it', async () => {
  render(<List how="at once" />);
  button('Open One').focus();
  button('Remove Two').click();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Two' })).toBeNull());
  expect(button('Open One')).toHaveFocus();
});

/**
 * A notice that its button ends: in a section, in a bar of acts, in a place that keeps the focus, or in such a place that
 * is rendered anew.
 */
function Failed({ place }: { place: 'section' | 'bar' | 'kept' | 'new' }) {
  useFocusAfterRemoval();
  const [isShown, setShown] = useState(true);
  const notice = isShown && (
    <div>
      <Notice tone="error" onRetry={() => setShown(false)}>
        That did not work.
      </Notice>
    </div>
  );
  return (
    <section>
      <h2>Photos</h2>
      <button type="button">Open</button>
      {place === 'section' && notice}
      {place === 'bar' && <div data-acts="">{notice}</div>}
      {place === 'kept' && <KeepFocus>{notice}</KeepFocus>}
      {place === 'new' && (
        <form key={String(isShown)}>
          <KeepFocus>{notice}</KeepFocus>
        </form>
      )}
    </section>
  );
}

test.each([
  ['section', () => screen.getByRole('heading', { name: 'Photos' })],
  ['bar', () => button('Open')],
  ['kept', () => button('Open').nextElementSibling],
  ['new', () => screen.getByRole('heading', { name: 'Photos' })],
] as const)('the button of a notice that ends gives the focus to what is there: %s', async (place, focused) => {
  render(<Failed place={place} />);
  button('Open').focus();
  await userEvent.click(button('Try again'));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(focused()).toHaveFocus());
});
