import type { VNode } from 'preact';

/** Sign-in by passkey, which needs a script: hidden until the browser is known to support it (`offer-passkey.ts`). */
export function PasskeyWay({
  at,
  next,
  or,
  label,
  failed,
}: {
  /** The address that takes the signature; `/options` below it returns the challenge. */
  at: string;
  /** The address to continue at. */
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
