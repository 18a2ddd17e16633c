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
      <fieldset
        name="session"
        className="grid min-w-0 gap-3 sm:grid-cols-2 md:grid-cols-[9.5rem_7.5rem_7.5rem_minmax(0,1fr)]"
      >
        <legend className="sr-only">Session</legend>
        <DayInput type="date" name="session.date" label="Session date" />
        <DayInput type="time" name="session.from" label="From" />
        <DayInput type="time" name="session.to" label="To" />
        <TextInput name="session.place" label="Place" />
      </fieldset>
      <BelowField name="session" />
    </Section>
  );
}
