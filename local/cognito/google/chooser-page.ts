import { escaped } from '../../services/html.ts';
import type { GoogleAccount } from './google-client.ts';

/** An account that is not in the list, as a person types it into the form. */
export interface Typed {
  name: string;
  email: string;
  unverified: boolean;
}

/** Returns the account chooser. Its forms post to the page's URL. */
export function chooserPage(accounts: GoogleAccount[], error?: string, typed?: Typed): string {
  return `
    <p class="notice">This is the local stand-in for Google. It asks for no password and knows no real account.</p>
    <h1>Choose an account</h1>
    <p>to continue to the studio</p>
    <form method="post">
      <ul>${accounts.map((account) => `<li>${accountButton(account)}</li>`).join('')}</ul>
    </form>
    <h2 id="another">Use another account</h2>
    ${error ? `<p class="error" role="alert" id="error">${escaped(error)}</p>` : ''}
    <form method="post" aria-labelledby="another">
      <label>Name <input name="name" required maxlength="120" autocomplete="off" value="${escaped(typed?.name ?? '')}"></label>
      <label>Email <input name="email" type="email" required maxlength="254" autocomplete="off" value="${escaped(typed?.email ?? '')}"></label>
      <label class="check"><input name="unverified" type="checkbox"${typed?.unverified ? ' checked' : ''}> Google has not verified this address</label>
      <div class="actions">
        <button class="quiet" name="cancel" value="yes" formnovalidate>Cancel</button>
        <button>Continue</button>
      </div>
    </form>`;
}

function accountButton(account: GoogleAccount): string {
  const unverified = account.email_verified ? '' : ' (not verified)';
  return `<button class="account" name="account" value="${escaped(account.sub)}">${escaped(account.name)}<span>${escaped(account.email)}${unverified}</span></button>`;
}
