import { sessionTime } from '#shared/offers/session-time.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { BelowField } from '../../../../ui/fields/form.tsx';
import { useEditing } from './editing.ts';
import { DayInput, TextInput } from './inputs.tsx';
import { Section } from './section.tsx';

/** The day, the time and the place of the session, all of which may be left empty. */
export function SessionSection() {
  const { date, from, to, place } = useEditing().content.session;
  const facts = [date && calendarDate(date), sessionTime({ from, to }), place].filter(Boolean);
  return (
    <Section title="Session" summary={facts.join(', ') || 'No day yet'} fields={['session']}>
      <fieldset name="session" className="flex min-w-0 flex-wrap gap-3">
        <legend className="sr-only">Session</legend>
        <div className="flex-[1_1_10.5rem]">
          <DayInput type="date" name="session.date" label="Session date" />
        </div>
        <div className="flex-[1_1_8.5rem]">
          <DayInput type="time" name="session.from" label="From" />
        </div>
        <div className="flex-[1_1_8.5rem]">
          <DayInput type="time" name="session.to" label="To" />
        </div>
        <div className="flex-[2_1_11rem]">
          <TextInput name="session.place" label="Place" />
        </div>
      </fieldset>
      <BelowField name="session" />
    </Section>
  );
}
