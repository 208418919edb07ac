export const priceRoutes = {};
