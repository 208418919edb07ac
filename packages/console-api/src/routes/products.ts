export const productRoutes = {};
