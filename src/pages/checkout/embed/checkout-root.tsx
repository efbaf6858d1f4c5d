import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ShellContext } from '../../shared/document.tsx';
import { Checkout } from './checkout.tsx';
import type { Checkout as State } from './checkout-state.ts';

/** The place that the script draws over, as the server sends it. It has the address of the later steps, for another try. */
export function CheckoutRoot({ checkout }: { checkout: State }): VNode {
  const shell = useContext(ShellContext);
  const [laterSteps] = shell?.scripts?.[checkout.data.language].chunks['later-steps'] ?? [];
  return (
    <div id="checkout" data-later-steps={laterSteps && `${shell?.assetsPath ?? ''}/${laterSteps}`}>
      {/* Not in what the browser draws, which takes it away when it takes over. */}
      <noscript>
        <p class="no-script">{checkout.texts.needsJavaScript}</p>
      </noscript>
      <Checkout checkout={checkout} />
    </div>
  );
}
