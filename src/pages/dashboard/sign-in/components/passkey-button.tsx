import type { VNode } from 'preact';

/** Another way in, which only a script can go: hidden until it finds that the browser has passkeys (`offer-passkey.ts`). */
export function PasskeyWay({
  at,
  next,
  or,
  label,
  failed,
}: {
  /** The address that takes what the passkey signs; `/options` below it says what to sign. */
  at: string;
  /** Where the person goes on. */
  next: string;
  or: string;
  label: string;
  failed: string;
}): VNode {
  return (
    <div class="passkey" hidden data-at={at} data-next={next} data-failed={failed}>
      <p class="or soft">{or}</p>
      <button type="button" class="second">
        {label}
      </button>
      <p class="error" role="status" />
    </div>
  );
}
