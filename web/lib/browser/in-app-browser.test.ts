import { expect, test } from 'vitest';
import { androidBrowserLink, inAppBrowser } from './in-app-browser.ts';

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A.250105.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.200 Mobile Safari/537.36';

test.each([
  [
    'Instagram',
    'ios',
    `${ios} Mobile/22B83 Instagram 360.0.0.27.84 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556)`,
  ],
  [
    'Instagram',
    'android',
    `${android} Instagram 361.0.0.46.88 Android (35/15; 420dpi; 1080x2154; Google/google; Pixel 8)`,
  ],
  ['Threads', 'ios', `${ios} Mobile/22B83 Barcelona 360.0.0.29.108 (iPhone15,2; iOS 18_1; en_US)`],
  [
    'Facebook',
    'ios',
    `${ios} Mobile/22B83 [FBAN/FBIOS;FBAV/492.0.0.77.103;FBBV/673420542;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS]`,
  ],
  ['Facebook', 'android', `${android} [FB_IAB/FB4A;FBAV/493.0.0.74.80;IABMV/1;]`],
  ['Messenger', 'ios', `${ios} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/490.0.0.35.110;FBBV/673;FBDV/iPhone15,2]`],
  ['Messenger', 'android', `${android} [FB_IAB/Orca-Android;FBAV/487.1.0.61.77;]`],
  ['TikTok', 'ios', `${ios} Mobile/22B83 musical_ly_37.6.0 BytedanceWebview/d8a21c6 NetType/WIFI`],
  ['TikTok', 'android', `${android} trill_370603 BytedanceWebview/d8a21c6`],
  ['Snapchat', 'ios', `${ios} Mobile/22B83 Snapchat/13.15.0.45 (like Safari/8619.2.8.10.7, panda)`],
  ['Pinterest', 'ios', `${ios} Mobile/22B83 [Pinterest/iOS]`],
  ['Pinterest', 'android', `${android} [Pinterest/Android]`],
  ['LinkedIn', 'ios', `${ios} Mobile/22B83 [LinkedInApp]/9.30.1234`],
  ['X', 'ios', `${ios} Mobile/22B83 Twitter for iPhone/10.70`],
  ['X', 'android', `${android} TwitterAndroid`],
  ['WeChat', 'ios', `${ios} Mobile/22B83 MicroMessenger/8.0.54(0x18003630) NetType/WIFI Language/en`],
  ['LINE', 'ios', `${ios} Mobile/22B83 Safari Line/14.20.1`],
  ['KakaoTalk', 'android', `${android} KAKAOTALK 10.9.9`],
  ['Telegram', 'android', `${android} Telegram-Android/11.4.2 (Google Pixel 8; Android 15; SDK 35; HIGH)`],
  [null, 'android', android],
  [null, 'ios', `${ios} Mobile/22B83`],
])('%s on %s is detected: %s', (app, system, agent) => {
  expect(inAppBrowser(agent)).toEqual({ app, system });
});

test.each([
  `${ios} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${ios} CriOS/131.0.6778.154 Mobile/15E148 Safari/604.1`,
  `${ios} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
  `${ios} EdgiOS/131.0.2903.92 Version/18.0 Mobile/15E148 Safari/604.1`,
  // The Google app: Google allows sign-in there.
  `${ios} GSA/347.0.703265240 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  '',
])('a regular browser is not detected: %s', (agent) => {
  expect(inAppBrowser(agent)).toBeNull();
});

test('an Android intent URL keeps path and query', () => {
  const link = androidBrowserLink('https://studio.example/client-login?to=%2Fdashboard%2Fgallery');
  expect(link).toMatch(/^intent:\/\/studio\.example\/client-login\?to=%2Fdashboard%2Fgallery#Intent;scheme=https;/);
  expect(link).toMatch(/;end$/);
});
