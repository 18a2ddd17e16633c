import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { dayField } from '#shared/terms/term-fields.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form, SubmitButton, TextField } from '../../../../ui/fields/form.tsx';
import { SegmentedField } from '../../../../ui/fields/segmented-field.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';

const rule = `Please enter a whole number of days from 1 to ${limits.daysFromSession}.`;
const Day = z.object({
  days: z
    .string()
    .regex(/^\s*\d{1,4}\s*$/, rule)
    .refine((typed) => Number(typed) >= 1 && Number(typed) <= limits.daysFromSession, rule),
  side: z.enum(['Before', 'After']),
});

/**
 * A dialog that asks for a day before or after the session.
 * @param onInsert called with the name of the day's field
 */
export function DayDialog({ onInsert, onClose }: { onInsert: (name: string) => void; onClose: () => void }) {
  return (
    <Dialog title="A day before or after the session" onClose={onClose}>
      <p className="text-sm text-mute">The date is computed from each offer’s session.</p>
      <Form
        className="mt-4"
        schema={Day}
        defaultValues={{ days: '30', side: 'Before' }}
        onSubmit={async ({ days, side }) => onInsert(dayField(side === 'Before' ? -Number(days) : Number(days)))}
      >
        <TextField name="days" label="Days" inputMode="numeric" autoComplete="off" />
        <SegmentedField name="side" label="When" options={['Before', 'After']} />
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busyText="Inserting...">Insert</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
