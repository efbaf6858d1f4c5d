export default {
  tessera: {
    input: './openapi.json',
    output: {
      target: './purchases/orval/client.ts',
      client: 'fetch',
      headers: true,
      baseUrl: process.env.TESSERA_API,
    },
  },
};
