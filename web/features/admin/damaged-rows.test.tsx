import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DamagedRows } from './damaged-rows.tsx';

test.each([
  ['photos', 's1', 'npm run studio:repair -- photos s1 x', '1 photo is damaged'],
  ['emails', undefined, 'npm run studio:repair -- outbox x', '1 email is damaged'],
  ['sent emails', undefined, 'npm run studio:repair -- emails x', '1 sent email is damaged'],
] as const)(
  'a damaged row of the list of %s is named with the command that repairs it',
  (list, partition, command, expectedText) => {
    render(
      <DamagedRows pages={[{ damaged: ['x'] }, { damaged: ['x'] }]} list={list} {...(partition && { partition })} />,
    );
    expect(screen.getByText(command)).toBeInTheDocument();
    expect(screen.getByText(new RegExp(expectedText))).toBeInTheDocument();
  },
);
