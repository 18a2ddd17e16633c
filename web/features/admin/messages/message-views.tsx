import { Views } from '../../../ui/navigation/views.tsx';

const views = [
  { key: 'messages', to: '/admin/messages', label: 'From visitors' },
  { key: 'emails', to: '/admin/messages/emails', label: 'Emails' },
] as const;

/** Links to the views of 'Messages': messages from the contact form, and undelivered emails. */
export function MessageViews({ current }: { current: (typeof views)[number]['key'] }) {
  return (
    <div className="-mx-4 mt-2 border-b border-line px-4 md:-mx-8 md:px-8">
      <Views label="Which messages" views={views.map((view) => ({ ...view, isCurrent: view.key === current }))} />
    </div>
  );
}
