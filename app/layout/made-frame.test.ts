import { expect, test } from 'vitest';
import { frameOf } from './made-frame';

const page =
  '<body><header class="a"><a href="/">Home</a></header><main><header>Of the text</header>' +
  '<aside class="x">Sources</aside></main><aside class="b">Bar</aside>' +
  '<footer class="c"><p>Foot</p></footer></body>';

test('the frame is what stands around the page, not what is in it', () => {
  expect(frameOf(page)).toEqual({
    header: '<a href="/">Home</a>',
    sideBar: 'Bar',
    footer: '<p>Foot</p>',
  });
});

test('a page without a whole frame has none', () => {
  for (const part of [
    '</main>',
    '<aside class="b">Bar</aside>',
    '<footer class="c">',
    '</header>',
  ]) {
    expect(frameOf(page.replaceAll(part, '')), part).toBeNull();
  }
});
