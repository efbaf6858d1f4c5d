import { registerApi } from '../api/register-api.ts';
import { registerMpesaCallbacks } from '../callbacks/mpesa-callbacks.ts';
import { registerCallbacks } from '../callbacks/register-callbacks.ts';
import { registerMpesaPage } from '../pages/checkout/mpesa/routes.ts';
import { registerUnsubscribe } from '../pages/checkout/unsubscribe/routes.ts';
import { registerEmbed } from '../pages/checkout/embed/routes.ts';
import { registerStorefront } from '../pages/checkout/storefront/routes.ts';
import { registerOrderPages } from '../pages/checkout/order-pages-routes.ts';
import { registerPaymentFrame } from '../pages/checkout/payment-frame/routes.ts';
import { registerDashboard } from '../pages/dashboard/routes.ts';
import { registerDemoShop } from '../pages/demo-shop/routes.ts';
import { registerDocs } from '../pages/docs/routes.ts';
import { registerHome } from '../pages/home/routes.ts';
import type { HttpServer } from '../http/server.ts';
import { registerMailbox } from '../pages/mailbox/routes.ts';
import { serveMedia } from '../media/serve-media.ts';
import type { Web } from '../pages/serving/load-web.ts';
import { createMakePage } from '../pages/serving/make-page.ts';
import { serveAssets } from '../pages/serving/serve-assets.ts';
import { registerSandbox } from '../pages/sandbox/routes.ts';
import { registerProxyCheck } from '../proxy-check/register-proxy-check.ts';
import { registerScanner } from '../pages/scanner/routes.ts';
import { registerStatus } from '../pages/status/routes.ts';
import { VERSION } from '../version.ts';
import { createGuard } from '../webhooks/delivery/guard.ts';
import { registerWalletService } from '../wallets/service/register-wallet-service.ts';
import type { AppConfig } from './app-config.ts';
import type { PageComponents } from './components.ts';
import type { createServer } from './create-server.ts';
import { allowedReceivers, ownAddress } from './own-address.ts';

/** Every entry point, by its audience. Their addresses are in routes.ts. */
export async function registerEntryPoints(
  http: HttpServer,
  config: AppConfig,
  {
    web,
    ...components
  }: PageComponents & Pick<ReturnType<typeof createServer>, 'fastLane' | 'stateLane'> & { web: Web },
): Promise<void> {
  const { baseUrl, isProduction, smtpUrl, rateLimitPerAddress: perAddress } = config;
  const makePage = createMakePage(web);
  await serveAssets(http, web.build);
  await serveMedia(http, components);
  // Integrators
  const description = await registerApi(http, { ...components, baseUrl, version: VERSION });
  await registerDocs(http, { ...config, makePage, description });
  await registerHome(http, { ...config, ...components });
  registerStatus(http, { ...config, ...components, makePage });
  // Buyers and gateways
  await registerEmbed(http, { ...components, publicUrl: config.publicUrl, makePage });
  await registerStorefront(http, { ...config, ...components, makePage });
  await registerOrderPages(http, {
    ...components,
    publicUrl: config.publicUrl,
    counts: components.orderPageCounts,
    perAddress,
  });
  await registerMpesaPage(http, components);
  await registerUnsubscribe(http, components);
  await registerWalletService(http, { ...components, counts: components.orderPageCounts, perAddress });
  await registerPaymentFrame(http, { ...components, counts: components.orderPageCounts, perAddress });
  await registerCallbacks(http, components);
  await registerMpesaCallbacks(http, components);
  registerProxyCheck(http, { ...config, ...components });
  // Hosts
  const guard = createGuard({ allow: allowedReceivers(config, 'web') });
  await registerDashboard(http, { ...config, ...components, guard });
  await registerScanner(http, { ...components, web });
  // Development
  if (components.hasSandbox) await registerSandbox(http, components);
  if (!isProduction && !smtpUrl) await registerMailbox(http, components);
  if (config.seedsDemo) {
    const builtFolder = web.build.demoShopFolder;
    await registerDemoShop(http, { ...config, ...components, builtFolder, ownUrl: ownAddress(config) });
  }
}
