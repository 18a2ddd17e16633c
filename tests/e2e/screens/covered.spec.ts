import { expect, test } from '@playwright/test';
import { covered } from '../../support/pages/covered.ts';

/** What `expectReachable` finds: the journeys of a turned phone rely on it. */

const style = `<style>
  * { margin: 0; box-sizing: border-box }
  button { display: block; width: 200px; height: 44px }
  .bar { position: fixed; inset: auto 0 0; height: 60px; background: #ccc }
</style>`;
const room = (pixels: number) => `<div style="height: ${pixels}px"></div>`;

for (const [what, body, found] of [
  ['nothing', `<button>Save</button>${room(900)}<button>Send</button>`, []],
  [
    'a bar with room for it below the page',
    `${room(900)}<button>Send</button>${room(60)}<div class="bar">Bar</div>`,
    [],
  ],
  ['a bar on the last control', `${room(900)}<button>Send</button><div class="bar">Bar</div>`, [/Bar.*lies on.*Send/]],
  [
    'a bar on a third of the last control',
    `${room(900)}<button>Send</button>${room(44)}<div class="bar">Bar</div>`,
    [/Bar.*lies on.*Send/],
  ],
  [
    'a bar on another',
    `<div class="bar">One</div><div class="bar" style="bottom: 40px">Other</div>`,
    [/One.*lies on.*Other/],
  ],
  ['a bar of half the window', `<div class="bar" style="height: 220px">Bar</div>`, [/Bar.*is 220 high/]],
  [
    'a control that is cut off where nobody can scroll',
    `<div style="height: 50px; overflow: hidden">${room(200)}<button>Send</button></div>`,
    [/Send.*cut off/],
  ],
  ['a control beyond the window', `<button style="position: fixed; left: 900px">Send</button>`, [/Send.*into sight/]],
  [
    'a link on two lines',
    `<p style="width: 120px">Some words before <a href="#here">a link that needs two lines</a>.</p>`,
    [],
  ],
  ['a row that scrolls', `<div style="width: 100px; overflow-x: auto"><button>Send</button></div>`, []],
  [
    'the foot of a dialog on its last control',
    `<dialog style="inset: 0; margin: auto; height: 200px; overflow: auto">${room(400)}<button>Send</button>
     <div style="position: sticky; bottom: 0; height: 60px; margin-top: -60px; background: #ccc">Foot</div></dialog>
     <script>document.querySelector('dialog').showModal()</script>`,
    [/Foot.*lies on.*Send/],
  ],
  [
    'a dialog that leaves the window',
    `<dialog style="top: -30px; margin: 0"><button>Send</button></dialog>
     <script>document.querySelector('dialog').showModal()</script>`,
    [/The dialog.*leaves the window/],
  ],
] as const) {
  test(`what lies on what can be pressed: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.setContent(style + body);
    const said = await covered(page);
    expect(said.length, said.join('\n')).toBe(found.length);
    for (const words of found) expect(said.join('\n')).toMatch(words);
  });
}
