import { Link } from 'react-router-dom';
import { rangeOf } from '#shared/offers/chosen-lines.ts';
import { today } from '#shared/time/studio-time.ts';
import { clockOf, timeOf } from '../../../../lib/dates.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChevronLeft } from '../../../../ui/icons.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { sayRange, titleOf } from '../offer-words.ts';
import type { Saving } from './auto-save.ts';
import { useEditing } from './editing.ts';
import { totalWords } from './price-section.tsx';

interface SendProps {
  /** Whether what is typed is saved before it is sent. */
  isPreparing: boolean;
  onSend: () => void;
}

/** The head of a draft: its title, whether it is saved, and the buttons for the whole draft. */
export function DraftHead({
  saving,
  onSaveNow,
  onDelete,
  ...send
}: SendProps & { saving: Saving; onSaveNow: () => void; onDelete: () => void }) {
  const { content } = useEditing();
  const isStaff = useIsStaff();
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-white px-4 py-3 md:px-8 lg:sticky lg:top-0 lg:z-20">
      <Link
        to="/admin/offers"
        aria-label="Offers"
        className="-mx-3 flex size-11 items-center justify-center rounded-full hover:bg-petal"
      >
        <ChevronLeft className="size-5" />
      </Link>
      <h1 dir="auto" className="min-w-0 text-title [overflow-wrap:anywhere]">
        {titleOf(content)}
      </h1>
      <Badge tone="yellow">Draft</Badge>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-mute">
        <SavingWords saving={saving} />
        {saving === 'failed' && (
          <Button look="quiet" className="px-0!" onClick={onSaveNow}>
            Save now
          </Button>
        )}
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-x-2">
        <Button look="quiet" className="text-alert!" onClick={onDelete}>
          Delete draft
        </Button>
        {isStaff ? <AdminsOnly act="send offers" /> : <SendButton {...send} className="min-h-12 max-md:hidden" />}
      </div>
    </header>
  );
}

/** Whether what is typed is saved. Only what is worth interrupting somebody for is announced. */
function SavingWords({ saving }: { saving: Saving }) {
  const { saved_at, saved_by, state } = useEditing().offer;
  const isToday = today(new Date(saved_at)) === today(new Date());
  const at = isToday ? `at ${clockOf(saved_at)}` : timeOf(saved_at);
  if (saving === 'saved') {
    return (
      <span>
        Saved {at}
        {saved_by && state === 'draft' && !isToday && (
          <>
            {' '}
            by <bdi>{saved_by}</bdi>
          </>
        )}
      </span>
    );
  }
  if (saving === 'changed' || saving === 'saving') return <span>Saving...</span>;
  return (
    <span role="status" className="font-semibold text-alert">
      {saving === 'undecided' && 'Not saved until you choose what to keep.'}
      {saving === 'invalid' && 'Not saved: a field needs another look.'}
      {saving === 'failed' && 'Not saved. It is kept in this tab.'}
    </span>
  );
}

function SendButton({ isPreparing, onSend, className }: SendProps & { className: string }) {
  const { offer } = useEditing();
  const [firstName] = offer.client_name.split(' ');
  return (
    <Button busy={isPreparing} onClick={onSend} className={className}>
      {isPreparing ? (
        'Saving...'
      ) : firstName ? (
        // One element, because the button keeps a distance between its children.
        <span>
          Send to <bdi>{firstName}</bdi>
        </span>
      ) : (
        'Send'
      )}
    </Button>
  );
}

/** The bar at the bottom on phones: the total, and the button that sends. */
export function SendBar(send: SendProps) {
  const { content, currency } = useEditing();
  const isStaff = useIsStaff();
  const range = rangeOf(content);
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-white px-4 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] md:hidden">
      <p className="tabular-nums">
        <span className="block font-display text-[1.375rem] leading-7">{sayRange(range, currency)}</span>
        <span className="block text-xs text-mute">{totalWords(range)}</span>
      </p>
      {!isStaff && <SendButton {...send} className="min-h-12 max-[22.5rem]:w-full" />}
    </div>
  );
}
