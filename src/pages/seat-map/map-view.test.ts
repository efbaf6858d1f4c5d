import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clampView, fitView, MAX_SEAT_PX, seenBox, toMap, toPixel, zoomAt } from './map-view.ts';

const box = { left: -10, top: -4, right: 30, bottom: 26 };
const size = { width: 360, height: 400 };
const views = fc.record({
  x: fc.integer({ min: -50, max: 50 }),
  y: fc.integer({ min: -50, max: 50 }),
  scale: fc.integer({ min: 1, max: 90 }),
});

test('the point under the finger stays under it while zooming', () => {
  fc.assert(
    fc.property(
      views,
      fc.integer({ min: 0, max: 360 }),
      fc.integer({ min: 1, max: 40 }),
      (view, x, tenths) => {
        const at = { x, y: 77 };
        const point = toMap(view, size, at);
        const after = toPixel(zoomAt(view, size, { at, factor: tenths / 10 }), size, point);
        assert.ok(Math.hypot(after.x - at.x, after.y - at.y) < 1e-6);
      },
    ),
  );
});

test('the whole map is in view when it is fitted, and no view is smaller than that', () => {
  const seen = seenBox(fitView(box, size), size);
  assert.ok(
    seen.left <= box.left && seen.right >= box.right && seen.top <= box.top && seen.bottom >= box.bottom,
  );
  assert.equal(clampView({ x: 0, y: 0, scale: 0.1 }, box, size).scale, fitView(box, size).scale);
});

test('however far it is pushed, the map fills the screen or is all there', () => {
  fc.assert(
    fc.property(views, (view) => {
      const clamped = clampView(view, box, size);
      const seen = seenBox(clamped, size);
      assert.ok(clamped.scale <= MAX_SEAT_PX);
      const isFilled = seen.left >= box.left - 1e-9 && seen.right <= box.right + 1e-9;
      const isAllThere = seen.left <= box.left + 1e-9 && seen.right >= box.right - 1e-9;
      assert.ok(isFilled || isAllThere);
    }),
  );
});
