/** A browser inside another app, in which Google refuses to sign anybody in ('disallowed_useragent'). */
interface InAppBrowser {
  /** The app's name, or null where the agent only tells that it is one. */
  app: string | null;
  system: 'ios' | 'android' | 'other';
}

/** By what their agents say; the first that fits counts, since some apps name another one's as well. */
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

/** Tells an app's own browser from a real one; null for a real one, and where nothing is known. */
export function inAppBrowser(agent: string): InAppBrowser | null {
  const system = /\b(iPhone|iPad|iPod)\b/.test(agent) ? 'ios' : /\bAndroid\b/.test(agent) ? 'android' : 'other';
  const app = apps.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
  return app || isWebView(agent, system) ? { app, system } : null;
}

/** Android marks its web views; on iOS every real browser says that it is a kind of Safari, and a web view does not. */
function isWebView(agent: string, system: InAppBrowser['system']): boolean {
  if (system === 'android') return /; wv\)/.test(agent);
  return system === 'ios' && /AppleWebKit\//.test(agent) && !/Safari\//.test(agent);
}

/** An address that Android opens in the browser that its owner has chosen, out of any app. */
export function androidBrowserLink(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${encodeURIComponent(address.slice(0, address.length - hash.length))};end`;
}
