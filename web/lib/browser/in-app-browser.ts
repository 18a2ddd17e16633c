/** A browser inside another app. Google refuses sign-in there ('disallowed_useragent'). */
export interface InAppBrowser {
  /** The app's name, or null if the user agent only shows that it is a web view. */
  app: string | null;
  system: 'ios' | 'android' | 'other';
}

/** User agent patterns. The first match wins, because some apps' user agents also name another app. */
const apps: [name: string, agent: RegExp][] = [
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona \d/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(Orca|MESSENGER)/],
  ['Facebook', /\bFBA[NV]\/|\bFB_IAB\/|\[FB/],
  ['TikTok', /\b(TikTok|BytedanceWebview|musical_ly|trill)/i],
  ['Snapchat', /\bSnapchat\b/],
  ['Pinterest', /\bPinterest[/ ]/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['X', /\bTwitter(Android| for )/],
  ['Reddit', /\bReddit\//],
  ['WeChat', /\bMicroMessenger\//],
  ['LINE', /\bLine\/\d/],
  ['KakaoTalk', /\bKAKAOTALK\b/],
  ['Telegram', /\bTelegram(-|\b)/],
];

/**
 * Detects an in-app browser by its user agent.
 * @returns null for a regular browser and for an unknown user agent.
 */
export function inAppBrowser(agent: string): InAppBrowser | null {
  const system = /\b(iPhone|iPad|iPod)\b/.test(agent) ? 'ios' : /\bAndroid\b/.test(agent) ? 'android' : 'other';
  const app = apps.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
  return app || isWebView(agent, system) ? { app, system } : null;
}

/**
 * Whether the user agent is a web view's: on Android it contains '; wv)'; on iOS it lacks 'Safari/', which every
 * regular browser has.
 */
function isWebView(agent: string, system: InAppBrowser['system']): boolean {
  if (system === 'android') return /; wv\)/.test(agent);
  return system === 'ios' && /AppleWebKit\//.test(agent) && !/Safari\//.test(agent);
}

/** Returns an `intent:` URL that opens the address in Android's default browser. */
export function androidBrowserLink(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${encodeURIComponent(address.slice(0, address.length - hash.length))};end`;
}
