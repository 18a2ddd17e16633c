import { confirmResetPassword, resetPassword, signIn } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import { emailTo, endSignIn, password, settle, startUserPool, stopUserPool } from './sign-in-testing.ts';

/** Runs Amplify's code against the local pool, as the site does with a password. */

beforeAll(startUserPool);
afterEach(endSignIn);
afterAll(stopUserPool);

describe('a forgotten password', () => {
  test('is reset with a code sent by email', async () => {
    const email = 'forgetful@example.com';
    await settle(email);
    const { nextStep } = await resetPassword({ username: email });
    expect(nextStep.codeDeliveryDetails).toEqual({
      destination: 'f***@e***',
      deliveryMedium: 'EMAIL',
      attributeName: 'email',
    });
    const received = await emailTo(email);
    expect(received).toMatchObject({ subject: `Your code for ${studio.name}`, to: [email] });
    const [confirmationCode = ''] = received.text?.match(/\d{6}/) ?? [];

    const confirm = (code: string, newPassword: string) =>
      confirmResetPassword({ username: email, confirmationCode: code, newPassword });
    const wrong = confirmationCode === '123456' ? '654321' : '123456';
    await expect(confirm(wrong, 'New-Golden-Hour-1')).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    await expect(confirm(confirmationCode, 'golden-hour-without')).rejects.toThrow(
      'Password must have uppercase characters',
    );
    await confirm(confirmationCode, 'New-Golden-Hour-1');
    await expect(confirm(confirmationCode, 'New-Golden-Hour-2')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    expect((await signIn({ username: email, password: 'New-Golden-Hour-1' })).isSignedIn).toBe(true);
  });

  test('a code is valid for an hour, and attempts and requests are limited', async () => {
    const email = 'slow@example.com';
    await settle(email);
    await resetPassword({ username: email });
    const [confirmationCode = ''] = (await emailTo(email)).text?.match(/\d{6}/) ?? [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    await expect(
      confirmResetPassword({ username: email, confirmationCode, newPassword: password }),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    for (let request = 0; request < 10; request += 1) await resetPassword({ username: email });
    await expect(resetPassword({ username: email })).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
  });

  test('an unknown user gets the same response and no email', async () => {
    const { nextStep } = await resetPassword({ username: 'stranger@example.com' });
    expect(nextStep.codeDeliveryDetails.destination).toBe('s***@e***');
    await expect(emailTo('stranger@example.com')).rejects.toThrow('no email');
  });
});
